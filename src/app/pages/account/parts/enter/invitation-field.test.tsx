import { act, fireEvent, screen, waitFor } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { useForm } from '../../../../forms/form.ts'
import { done, renderPage, stubApi } from '../../../../testing/testing.tsx'
import { InvitationField } from './invitation-field.tsx'
import { invitation } from './sign-up-fields.ts'

const path = '/api/common/invite/inviter'
const wei = done({ isKnown: true, name: 'w***' })
const nobody = done({ isKnown: false, name: null })
const none = '没有这个邀请码，仍可注册'

async function show(refer = '', language: 'zh-CN' | 'en-US' = 'zh-CN') {
  function Form() {
    return <InvitationField bound={useForm({ refer: invitation }, { refer }).field('refer')} />
  }
  await renderPage('account', Form, { language })
}

const field = () => screen.getByRole<HTMLInputElement>('textbox')
const type = (value: string) => act(() => void fireEvent.input(field(), { target: { value } }))
const leave = () => fireEvent.focusOut(field())

test('a code that nobody has is named as one when the field is left, and is no fault', async () => {
  const sent = stubApi({ [path]: nobody })
  await show()
  await type('K7QH')
  expect(sent).toEqual([])
  leave()
  const note = await screen.findByText(none)
  expect(field().getAttribute('aria-describedby')).toBe(note.id)
  expect(field().getAttribute('aria-invalid')).toBeNull()
})

test('a whole code is asked about at once, each time one only, and says who invites', async () => {
  const sent = stubApi({ [path]: wei })
  await show('', 'en-US')
  await type(' K7QH2MXP')
  await screen.findByText('w*** invites you to Glaze')
  leave()
  document.dispatchEvent(new Event('visibilitychange'))
  await type('K7QH2MXP ')
  await screen.findByText('w*** invites you to Glaze')
  expect(sent.map(({ body }) => body)).toEqual([{ referCode: 'K7QH2MXP' }])
})

test('a code that is there already is asked about at once', async () => {
  const sent = stubApi({ [path]: nobody })
  await show('ABC')
  await screen.findByText(none)
  expect(sent.map(({ body }) => body)).toEqual([{ referCode: 'ABC' }])
})

test('the code of somebody without a nickname is not taken for nobody’s', async () => {
  stubApi({ [path]: done({ isKnown: true, name: null }) })
  await show('K7QH2MXP')
  await screen.findByText('邀请码有效，好友邀请您使用 Glaze')
  expect(screen.queryByText(none)).toBeNull()
})

test('an answer about a code that was changed is left behind', async () => {
  let answerFirst = (_: object) => {}
  const first = new Promise<object>(resolve => {
    answerFirst = resolve
  })
  const asked: string[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    asked.push(JSON.parse(init.body as string).referCode)
    return new Response(JSON.stringify(asked.length === 1 ? await first : nobody))
  })
  await show()
  await type('K7QH2MXP')
  await type('K7QH2MXQ')
  await screen.findByText(none)
  await act(async () => answerFirst(wei))
  expect(screen.queryByText(/邀请您使用/)).toBeNull()
  expect(screen.getByText(none)).toBeTruthy()
  await type('K7Q')
  expect(screen.queryByText(none)).toBeNull()
  expect(asked).toEqual(['K7QH2MXP', 'K7QH2MXQ'])
})

test('nothing is asked while there is no code, and a refusal to tell says nothing', async () => {
  const sent = stubApi({
    [path]: { code: 1411, key: 'limit_exceeded', msg: '', data: { reason: 'too_often' } },
  })
  await show()
  leave()
  expect(sent).toEqual([])
  await type('K7QH2MXP')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(field().getAttribute('aria-describedby')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})
