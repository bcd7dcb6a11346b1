import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../../../testing/testing.tsx'
import Feedback from '../../feedback.tsx'

const submit = '/api/customer/feedback/submitFeedback'
const upload = '/api/customer/res/upload/feedback'

/** The form with a slow network: each picture is taken when the test says so, by its number. */
async function openForm() {
  const arrive: ((answer: object) => void)[] = []
  signedInAs()
  const sent = stubApi({
    '/api/common/params/service/get/answerHours': done(24),
    '/api/customer/feedback/10/1': done({ list: [], total: 0, page: 1, pageSize: 10 }),
    [submit]: { status: 504, error: 'x', path: submit },
    [upload]: () => new Promise<object>(resolve => arrive.push(resolve)),
  })
  await renderPage('help', Feedback)
  fireEvent.input(screen.getByLabelText('请描述遇到的问题'), { target: { value: '二维码一直不显示' } })
  const take = (number: number) => act(async () => arrive[number - 1]?.(done({ path: `picture-${number}` })))
  const press = () => fireEvent.click(screen.getByText('提交反馈'))
  const tickets = () => sent.filter(({ path }) => path === submit).map(({ body }) => body.images)
  return { arrive, take, press, tickets }
}

async function pick() {
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  const file = new File(['picture'], 'picture.jpg', { type: 'image/jpeg' })
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  fireEvent(input, new Event('change', { bubbles: true }))
}

test('a picture that was dropped stays so when another one arrives', async () => {
  const { arrive, take, press, tickets } = await openForm()
  await pick()
  await waitFor(() => expect(arrive).toHaveLength(1))
  await take(1)
  await screen.findByAltText('第 1 张截图')
  await pick()
  await waitFor(() => expect(arrive).toHaveLength(2))
  fireEvent.click(screen.getByLabelText('移除第 1 张截图'))
  await take(2)
  await screen.findByAltText('第 1 张截图')
  expect(screen.queryByAltText('第 2 张截图')).toBeNull()
  press()
  await waitFor(() => expect(tickets()).toEqual([['picture-2']]))
})

test('pictures that are picked one right after the other are all taken, and no more than three', async () => {
  const { arrive, take } = await openForm()
  for (const _ of [1, 2, 3]) await pick()
  await waitFor(() => expect(arrive).toHaveLength(3))
  expect(screen.queryByRole('button', { name: '添加截图' })).toBeNull()
  await take(2)
  await take(3)
  await take(1)
  await screen.findByAltText('第 3 张截图')
})

test('nothing is sent without a picture that is still on its way', async () => {
  const { arrive, take, press, tickets } = await openForm()
  await pick()
  await waitFor(() => expect(arrive).toHaveLength(1))
  press()
  expect(screen.getByText('提交反馈').getAttribute('aria-busy')).toBe('true')
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(tickets()).toEqual([])
  await take(1)
  await screen.findByAltText('第 1 张截图')
  press()
  await waitFor(() => expect(tickets()).toEqual([['picture-1']]))
})

test('how many there are is said, and focus that goes with a button stays beside them', async () => {
  const { arrive, take } = await openForm()
  const group = screen.getByRole('group', { name: '截图（最多 3 张）' })
  for (const number of [1, 2, 3]) {
    screen.getByRole('button', { name: '添加截图' }).focus()
    await pick()
    await waitFor(() => expect(arrive).toHaveLength(number))
    await take(number)
    await screen.findByText(`已添加 ${number} 张，最多 3 张`)
  }
  await waitFor(() => expect(document.activeElement).toBe(group))
  const drop = screen.getByLabelText('移除第 2 张截图')
  drop.focus()
  fireEvent.click(drop)
  await screen.findByText('已添加 2 张，最多 3 张')
  await waitFor(() => expect(document.activeElement).toBe(group))
})

test('a picture that arrives once the form was left is not kept in memory', async () => {
  const { arrive, take } = await openForm()
  const kept = vi.spyOn(URL, 'createObjectURL')
  await pick()
  await waitFor(() => expect(arrive).toHaveLength(1))
  cleanup()
  // Preact's effects, those of an end too, wait up to 35 ms for a frame.
  await new Promise(resolve => setTimeout(resolve, 50))
  await take(1)
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(kept).not.toHaveBeenCalled()
  kept.mockRestore()
})
