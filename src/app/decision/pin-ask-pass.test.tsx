import { act, fireEvent, render, screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import { noteHere, passkeysHere } from '../passkeys/here.ts'
import { stubPasskeys } from '../passkeys/testing.ts'
import { loadWords } from '../state/locale.ts'
import { done, signedInAs, stubApi } from '../testing/testing.tsx'
import type { No } from '../trouble/trouble.ts'
import { PinAsk } from './pin-ask.tsx'

const id = '01990000-0000-7000-8000-0000000000a1'
const pass = 'p'.repeat(43)
const [payAsk, payBy] = ['/api/customer/passkey/payAsk', '/api/customer/passkey/payBy']
const asked = done({ challenge: 'AQID', rpId: 'localhost', only: ['a2V5'] })
const words = '用指纹或面容确认'

beforeEach(async () => {
  await loadWords('forms')
  signedInAs()
})

function show({ reply = { ok: true } as No, takesPass = true } = {}) {
  const ask = vi.fn(async (_: string) => reply)
  const onAnswer = vi.fn()
  const shown = render(
    <PinAsk takesPass={takesPass} label="资金密码" confirm="付款" ask={ask} onAnswer={onAnswer} />,
  )
  return { ...shown, ask, onAnswer }
}

const press = async () => fireEvent.click(await screen.findByRole('button', { name: words }))

test('a device is asked only where its owner chose it, and for what a pass may do', async () => {
  stubPasskeys()
  const { unmount } = show()
  await act(async () => {})
  expect(screen.queryByText(words)).toBeNull()
  unmount()
  noteHere(id, true)
  show({ takesPass: false })
  await act(async () => {})
  expect(screen.queryByText(words)).toBeNull()
})

test('what the device confirmed goes in place of the PIN', async () => {
  const devices = stubPasskeys()
  noteHere(id, true)
  const sent = stubApi({ [payAsk]: asked, [payBy]: done({ pass }) })
  const { ask, onAnswer } = show()
  await press()
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ ok: true }))
  expect(ask).toHaveBeenCalledExactlyOnceWith(pass)
  expect(sent[0]?.body).toEqual({ ids: [id] })
  expect(devices).toMatchObject([
    { allowCredentials: [{ type: 'public-key' }], userVerification: 'required' },
  ])
})

test('nobody confirmed: nothing is sent, and the PIN is still asked for', async () => {
  stubPasskeys({ isDeclined: true })
  noteHere(id, true)
  stubApi({ [payAsk]: asked })
  const { ask } = show()
  await press()
  await screen.findByText(/没有确认，什么都没有办理/)
  expect(ask).not.toHaveBeenCalled()
  expect(screen.getByText('资金密码')).toBeTruthy()
})

test('a passkey that stands for the PIN no longer is forgotten here', async () => {
  stubPasskeys()
  noteHere(id, true)
  stubApi({ [payAsk]: done({ challenge: 'AQID', rpId: 'localhost', only: [] }) })
  show()
  await press()
  await screen.findByText(/已不能代替资金密码/)
  expect(passkeysHere()).toEqual([])
})

test('what the device signed too late gives no pass, and says what to do', async () => {
  stubPasskeys()
  noteHere(id, true)
  stubApi({ [payAsk]: asked, [payBy]: { code: 1015, key: 'passkey_refused', msg: '', data: null } })
  const { ask } = show()
  await press()
  await screen.findByText(/没有确认成功，什么都没有办理/)
  expect(ask).not.toHaveBeenCalled()
})

test('a pass that is over is told where the PIN is asked for, and decides nothing', async () => {
  stubPasskeys()
  noteHere(id, true)
  stubApi({ [payAsk]: asked, [payBy]: done({ pass }) })
  const { onAnswer } = show({ reply: { ok: false, key: 'pin_pass_over' } })
  await press()
  await screen.findByText(/这次确认已过期或已用过/)
  expect(onAnswer).not.toHaveBeenCalled()
})

test('who closes the sheet before the device has answered has paid nothing', async () => {
  stubPasskeys()
  noteHere(id, true)
  let answer = (_: object) => {}
  const waiting = new Promise<object>(resolve => {
    answer = resolve
  })
  stubApi({ [payAsk]: asked, [payBy]: () => waiting })
  const { ask, unmount } = show()
  await press()
  unmount()
  await act(async () => answer(done({ pass })))
  expect(ask).not.toHaveBeenCalled()
})

test('what is noted is of whoever is signed in, and nothing else is believed', () => {
  noteHere(id, true)
  expect(passkeysHere()).toEqual([id])
  signedInAs({ id: '01990000-0000-7000-8000-0000000000ff' })
  expect(passkeysHere()).toEqual([])
  localStorage.setItem('passkeysHere', '{"01990000-0000-7000-8000-0000000000ff":["nonsense",7]}')
  expect(passkeysHere()).toEqual([])
})
