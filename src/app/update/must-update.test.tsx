import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenQuiet } from '../chunks/idle.ts'
import { back } from '../routing/hash-location.tsx'
import { setLanguage } from '../state/locale.ts'
import { done, silentAt, stubApi } from '../testing/testing.tsx'
import { takeTyped } from './typed.ts'

const path = '/api/common/params/app/get/minVersion'
const reload = vi.fn()
let min = '99.0.0'
let page: object = done(null)
let shown = ''
const cache = {
  async put(_: string, answer: Response) {
    shown = await answer.text()
  },
}

beforeEach(async () => {
  reload.mockClear()
  vi.spyOn(location, 'reload').mockImplementation(reload)
  vi.stubGlobal('caches', { keys: async () => ['older'], open: async () => cache })
  shown = ''
  stubApi({})
  await setLanguage('zh-CN')
})
afterEach(() => vi.restoreAllMocks())

const start = () => {
  const sent = stubApi({ [path]: () => done(min), '/': () => page })
  whenQuiet()
  return sent
}

test('an app that is new enough is not stopped', async () => {
  min = '0.0.1'
  const sent = start()
  await waitFor(() => expect(sent.map(call => call.path)).toContain(path))
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(screen.queryByText('立即更新')).toBeNull()
})

test('one that is too old goes no further, and updates with what was typed', async () => {
  min = '99.0.0'
  page = { status: 503 }
  render(<input name="note" aria-label="note" />)
  fireEvent.input(screen.getByLabelText('note'), { target: { value: 'half done' } })
  start()
  const cover = (await screen.findByText('需要更新后才能继续')).closest('dialog') as HTMLDialogElement
  await waitFor(() => expect(cover.open).toBe(true))

  expect(fireEvent(cover, new Event('cancel', { cancelable: true }))).toBe(false)
  cover.close()
  back()
  await waitFor(() => expect(cover.open).toBe(true))
  expect((screen.getByLabelText('note') as HTMLInputElement).value).toBe('half done')

  const button = screen.getByText('立即更新')
  fireEvent.click(button)
  await screen.findByRole('alert')
  expect(reload).not.toHaveBeenCalled()

  page = done('newest')
  fireEvent.click(button)
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(shown).toContain('newest')
  expect(takeTyped()).toEqual({ note: 'half done' })

  await setLanguage('en-US')
  expect(await screen.findByText('Please update to continue')).toBeTruthy()
})

test('stays on top of everything when the server says so once more', async () => {
  min = '99.0.0'
  start()
  const cover = (await screen.findByText('需要更新后才能继续')).closest('dialog')
  const place = cover?.parentElement
  const moves: Node[] = []
  // What leaves the document for a moment is not in the top layer any more (HTML, 4.11.4).
  const watch = new MutationObserver(records =>
    moves.push(...records.flatMap(each => [...each.removedNodes])),
  )
  watch.observe(document.body, { childList: true })
  const sent = start()
  await waitFor(() => expect(sent.map(call => call.path)).toContain(path))
  await new Promise(resolve => setTimeout(resolve, 50))
  watch.disconnect()
  expect(moves).not.toContain(place)
})

test('a page that does not come ends the wait after a minute', async () => {
  min = '99.0.0'
  const sent = start()
  await waitFor(() => expect(sent.map(call => call.path)).toContain(path))
  const button = await screen.findByText('立即更新')
  const isStopped = silentAt('/')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(button)
  await act(async () => void (await vi.advanceTimersByTimeAsync(60_000)))
  expect(isStopped()).toBe(true)
  expect(screen.getByRole('alert')).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
})
