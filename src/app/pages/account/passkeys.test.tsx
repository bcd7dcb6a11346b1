import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import type { Passkey } from '../../../contract/passkey.ts'
import { passkeysHere } from '../../passkeys/here.ts'
import { stubPasskeys } from '../../passkeys/testing.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import SafeCenter from './safeCenter.tsx'

const at = (name: string) => `/api/customer/passkey/${name}`
const getUser = '/api/customer/customerUser/getUser'
const phone: Passkey = {
  id: '01990000-0000-7000-8000-0000000000a1',
  kind: 'passkey',
  name: null,
  device: 'Chrome · Android',
  createTime: '2026-11-20T10:00:00.000Z',
  lastTime: null,
  synced: false,
  pays: false,
}
const laptop = {
  ...phone,
  id: '01990000-0000-7000-8000-0000000000a2',
  name: '书房的电脑',
  lastTime: '2026-11-25T10:00:00.000Z',
  synced: true,
}
const asked = {
  challenge: 'AQID',
  rpId: 'localhost',
  userHandle: 'BA',
  userName: person.email,
  known: ['a2V5'],
}

const open = () => renderPage('account', SafeCenter, { query: { passkeys: '1' } })

async function enterPin(confirm = '下一步') {
  const sheet = within(await screen.findByRole('dialog'))
  for (const digit of '246801') fireEvent.click(sheet.getByRole('button', { name: digit }))
  fireEvent.click(sheet.getByRole('button', { name: confirm }))
}

test('the security centre leads there', async () => {
  signedInAs()
  stubApi({ [getUser]: done(person) })
  await renderPage('account', SafeCenter)
  const row = screen.getByText('通行密钥').closest('a')
  expect(row?.getAttribute('href')).toBe('#/pages/safeCenter/safeCenter?passkeys=1')
})

test('where the browser has none they are listed, and it says where one can be added', async () => {
  signedInAs()
  stubApi({ [at('list')]: done([phone, laptop]) })
  await open()
  expect((await screen.findByText('书房的电脑')).closest('button')?.textContent).toContain('随系统账号同步')
  expect(screen.getByText('Chrome · Android').closest('button')?.textContent).toContain('还没有用过')
  expect(screen.getByText(/这里不能添加/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: '添加通行密钥' })).toBeNull()
})

test('one takes a fund PIN first', async () => {
  stubPasskeys()
  signedInAs({ pinSet: false })
  stubApi({ [at('list')]: done([]) })
  await open()
  expect((await screen.findByText('设置资金密码')).getAttribute('href')).toContain('passkeys%3D1')
})

test('is added with the PIN and by the device, which is told of those there are', async () => {
  const made = stubPasskeys()
  signedInAs()
  let kept: Passkey[] = []
  const add = () => {
    kept = [phone]
    return done(phone)
  }
  const sent = stubApi({
    [at('list')]: () => done(kept),
    [at('addAsk')]: done(asked),
    [at('add')]: add,
    [getUser]: done(person),
  })
  await open()
  await screen.findByText('还没有通行密钥')
  fireEvent.click(screen.getByRole('button', { name: '添加通行密钥' }))
  await enterPin()
  fireEvent.click(await screen.findByRole('button', { name: '在这台设备上创建' }))
  await screen.findByText('Chrome · Android')
  expect(made).toMatchObject([
    {
      rp: { id: 'localhost' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [{ type: 'public-key' }],
      attestation: 'none',
    },
  ])
  const bodyOf = (name: string) => sent.find(({ path }) => path === at(name))?.body
  expect(bodyOf('addAsk')).toEqual({ pin: '246801' })
  expect(bodyOf('add')).toEqual({
    attestation: { id: 'a2V5', clientDataJSON: 'AQ', attestationObject: 'Ag', transports: ['internal'] },
  })
})

async function make(answers: object[]) {
  const made = stubPasskeys()
  signedInAs()
  const sent = stubApi({
    [at('list')]: done([]),
    [at('addAsk')]: done(asked),
    [at('add')]: () => answers.shift() as object,
    [getUser]: done(person),
  })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: '添加通行密钥' }))
  await enterPin()
  fireEvent.click(await screen.findByRole('button', { name: '在这台设备上创建' }))
  return { made, sent: () => sent.filter(({ path }) => path === at('add')) }
}

test('whose answer was lost is sent again, not made again', async () => {
  const { made, sent } = await make([{ status: 502, error: 'none', path: at('add') }, done(phone)])
  await screen.findAllByText('网络错误，请稍后再试')
  fireEvent.click(screen.getByRole('button', { name: '在这台设备上创建' }))
  await screen.findByText('通行密钥已添加')
  expect(made).toHaveLength(1)
  expect(sent().map(({ body }) => body)).toEqual([sent()[0]?.body, sent()[0]?.body])
})

test('that took too long begins with the PIN again', async () => {
  await make([{ code: 1015, key: 'passkey_refused', msg: '', data: null }])
  await screen.findByText(/没有添加：可能等得太久/)
  expect(screen.queryByRole('button', { name: '在这台设备上创建' })).toBeNull()
  await enterPin()
  await screen.findByRole('button', { name: '在这台设备上创建' })
})

test.each([
  [{ isDeclined: true }, /没有创建通行密钥，什么都没有改变/],
  [{ isKnown: true }, /这台设备已经有您的通行密钥/],
])('is not added when the device says no (%j)', async (device, said) => {
  stubPasskeys(device)
  signedInAs()
  const sent = stubApi({ [at('list')]: done([]), [at('addAsk')]: done(asked) })
  await open()
  fireEvent.click(await screen.findByRole('button', { name: '添加通行密钥' }))
  await enterPin()
  fireEvent.click(await screen.findByRole('button', { name: '在这台设备上创建' }))
  await screen.findByText(said)
  expect(sent.some(({ path }) => path === at('add'))).toBe(false)
})

test('is renamed, and removed', async () => {
  signedInAs()
  let kept: Passkey[] = [phone]
  const sent = stubApi({
    [at('list')]: () => done(kept),
    [at('rename')]: ({ name }) => {
      kept = [{ ...phone, name: `${name}` }]
      return done(kept[0])
    },
    [at('remove')]: () => {
      kept = []
      return done([])
    },
    [getUser]: done(person),
  })
  await open()
  fireEvent.click(await screen.findByText('Chrome · Android'))
  const field = await screen.findByLabelText('名称')
  fireEvent.input(field, { target: { value: '我的手机' } })
  fireEvent.submit(field.closest('form') as HTMLFormElement)
  fireEvent.click(await screen.findByText('我的手机'))
  fireEvent.click(await screen.findByRole('button', { name: '移除' }))
  await screen.findByText('还没有通行密钥')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.filter(({ path }) => /rename|remove/.test(path)).map(({ body }) => body)).toEqual([
    { id: phone.id, name: '我的手机' },
    { id: phone.id },
  ])
})

test('stands for the fund PIN on this device, by the PIN, and no longer, by a press', async () => {
  stubPasskeys()
  signedInAs()
  let kept: Passkey = phone
  const sent = stubApi({
    [at('list')]: () => done([kept]),
    [at('pays')]: ({ pays }) => {
      kept = { ...phone, pays: pays === true }
      return done(kept)
    },
    [getUser]: done(person),
  })
  await open()
  const row = async () => fireEvent.click(await screen.findByText('Chrome · Android'))
  await row()
  fireEvent.click(await screen.findByRole('switch', { name: /代替资金密码/, checked: false }))
  await enterPin('打开')
  await waitFor(() => expect(passkeysHere()).toEqual([phone.id]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await row()
  fireEvent.click(await screen.findByRole('switch', { name: /代替资金密码/, checked: true }))
  await waitFor(() => expect(passkeysHere()).toEqual([]))
  expect(sent.filter(({ path }) => path === at('pays')).map(({ body }) => body)).toEqual([
    { id: phone.id, pays: true, pin: '246801' },
    { id: phone.id, pays: false },
  ])
})

test('once one is removed it offers to log other devices out, and not before', async () => {
  signedInAs()
  stubPasskeys()
  let rows = [phone, laptop]
  stubApi({
    [getUser]: done(person),
    [at('list')]: () => done(rows),
    [at('remove')]: () => {
      rows = [phone]
      return done(rows)
    },
  })
  await open()
  fireEvent.click(await screen.findByText('书房的电脑'))
  expect(screen.queryByText(/其他设备还登录着/)).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: '移除' }))
  const words = await screen.findByText(/其他设备还登录着/)
  const way = words.closest('[data-tone]')?.querySelector('a')
  expect(way?.getAttribute('href')).toBe('#/pages/loginLog/loginLog?tab=sessions')
})
