import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import type { UserInfo } from '../../../contract/account.ts'
import { dateTime } from '../../display/calendar.ts'
import { session } from '../../state/session.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import SafeCenter from './safeCenter.tsx'

const api = {
  user: '/api/customer/customerUser/getUser',
  set: '/api/customer/customerUser/updateWithdrawalDelay',
  keep: '/api/customer/customerUser/keepWithdrawalDelay',
}
type Delay = NonNullable<UserInfo['delay']>

const time = '2026-11-29T10:00:00.000Z'
const next = (hours: 0 | 1 | 24) => ({ hours, time, leftSeconds: 86_400 })

/** Opens the page of somebody whose withdrawals wait so; answers what was sent. */
async function open(delay: Delay | undefined, answers: Record<string, object> = {}) {
  const user = { ...person, ...(delay && { delay }) }
  signedInAs(user)
  const sent = stubApi({ [api.user]: done(user), ...answers })
  await renderPage('account', SafeCenter, { query: { delay: '1' } })
  await screen.findByRole('list', { name: '等待时间' })
  return (path: string) => sent.filter(call => call.path === path)
}

const option = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}`) })

async function choose(name: string) {
  fireEvent.click(option(name))
  const sheet = within(await screen.findByRole('dialog'))
  for (const digit of '246801') fireEvent.click(sheet.getByRole('button', { name: digit }))
  return sheet
}

const confirm = (sheet: Awaited<ReturnType<typeof choose>>) =>
  fireEvent.click(sheet.getByRole('button', { name: '确认更改' }))

describe('the security centre says', () => {
  test.each([
    [undefined, '未设置'],
    [{ hours: 24 }, '24 小时'],
    [{ hours: 24, next: next(0) }, '将缩短'],
  ] as const)('%j as it is', async (delay, words) => {
    const user = { ...person, ...(delay && { delay }) } as UserInfo
    signedInAs(user)
    stubApi({ [api.user]: done(user) })
    await renderPage('account', SafeCenter)
    const row = screen.getByText('提现等待').closest('a')
    expect(row?.getAttribute('href')).toBe('#/pages/safeCenter/safeCenter?delay=1')
    expect(row?.textContent).toContain(words)
  })
})

test('a wait takes a fund PIN first', async () => {
  signedInAs({ pinSet: false })
  stubApi({})
  await renderPage('account', SafeCenter, { query: { delay: '1' } })
  expect((await screen.findByText('设置资金密码')).getAttribute('href')).toContain('delay%3D1')
  expect(screen.queryByRole('list', { name: '等待时间' })).toBeNull()
})

test('each choice says when it is in force, and what is in force cannot be chosen', async () => {
  await open({ hours: 24 })
  const said = (name: string) => option(name).textContent
  expect(said('不等待')).toContain('24 小时后生效')
  expect(said('1 小时')).toContain('24 小时后生效')
  expect(said('24 小时')).toContain('正在使用')
  expect(said('72 小时')).toContain('马上生效')
  expect((option('24 小时') as HTMLButtonElement).disabled).toBe(true)
})

test('a longer wait is sent with the PIN, and told as in force', async () => {
  const sentTo = await open(undefined, { [api.set]: done({ ...person, delay: { hours: 72 } }) })
  const sheet = await choose('72 小时')
  expect(sheet.getByText('输入资金密码，提现等待改为 72 小时')).toBeTruthy()
  expect(sheet.queryByText(/才生效/)).toBeNull()
  expect(sentTo(api.set)).toEqual([])
  confirm(sheet)
  await screen.findByText('提现等待已生效')
  expect(screen.getByText('从现在起，每笔提现提交 72 小时后才会转出。')).toBeTruthy()
  expect(sentTo(api.set).map(({ body }) => body)).toEqual([{ hours: 72, pin: '246801' }])
  expect(session.value?.user.delay).toEqual({ hours: 72 })
})

test.each([
  ['1 小时', 1, '提现等待改为 1 小时'],
  ['不等待', 0, '提现不再等待'],
] as const)('%s says beforehand that it waits, and then from when on', async (name, hours, words) => {
  const sentTo = await open(
    { hours: 72 },
    { [api.set]: done({ ...person, delay: { hours: 72, next: next(hours) } }) },
  )
  const sheet = await choose(name)
  expect(sheet.getByText(/现在的 72 小时过去后才生效/)).toBeTruthy()
  confirm(sheet)
  await screen.findByText('已申请缩短')
  expect(screen.getByText(`${dateTime(time)} 起，${words}。在那之前可以撤回。`)).toBeTruthy()
  expect(sentTo(api.set).map(({ body }) => body)).toEqual([{ hours, pin: '246801' }])
})

describe('a shorter wait on its way', () => {
  const delay = { hours: 24, next: next(0) } as const

  test('is told with both ways to stop it, and cannot be asked for again', async () => {
    await open(delay)
    expect(screen.getByText(`${dateTime(time)} 起，提现不再等待。`)).toBeTruthy()
    expect(screen.getByText('不是我，冻结账户').getAttribute('href')).toContain('freeze=1')
    expect((option('不等待') as HTMLButtonElement).disabled).toBe(true)
    expect(option('不等待').textContent).toContain('已申请')
  })

  test('is taken back by one press, without the PIN', async () => {
    const sentTo = await open(delay, { [api.keep]: done({ ...person, delay: { hours: 24 } }) })
    fireEvent.click(screen.getByRole('button', { name: '撤回' }))
    await screen.findByText('已撤回')
    expect(screen.getByText('提现仍然等待 24 小时。')).toBeTruthy()
    expect(sentTo(api.keep).map(({ body }) => body)).toEqual([{}])
    expect(session.value?.user.delay).toEqual({ hours: 24 })
  })

  test('that could not be taken back says so, and stays', async () => {
    await open(delay, { [api.keep]: { status: 504, error: 'none', path: '' } })
    fireEvent.click(screen.getByRole('button', { name: '撤回' }))
    await screen.findByRole('alert')
    expect(session.value?.user.delay).toEqual(delay)
  })

  test('is taken back as well by choosing what is in force', async () => {
    await open(delay, { [api.set]: done({ ...person, delay: { hours: 24 } }) })
    confirm(await choose('24 小时'))
    await screen.findByText('已撤回')
  })
})

test.each([
  ['modify_failed', 1503, { reason: 'secrets_changed' }, /刚刚有变动，提现等待没有改变/],
  ['account_frozen', 1505, { by: 'customer' }, /账户已冻结/],
] as const)('%s is told in words, and nothing is changed', async (key, code, data, words) => {
  await open({ hours: 24 }, { [api.set]: { code, key, msg: '', data } })
  confirm(await choose('不等待'))
  await screen.findByText(words)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(session.value?.user.delay).toEqual({ hours: 24 })
})
