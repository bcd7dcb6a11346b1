import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import { shownToasts } from '../../ui/toast.tsx'
import LoginLog from './loginLog.tsx'

const row = (number: number) => ({
  id: `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  time: '2026-11-20T10:00:00.000Z',
  device: `Device ${number}`,
  ip: '203.0.113.7',
  method: 'password',
  success: number !== 2,
})
const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => row(from + index))
const page = (list: object[]) => done({ list, total: list.length, page: 1, pageSize: 20 })

describe('the log', () => {
  test('shows attempts too, and loads the rest without a row twice', async () => {
    signedInAs()
    stubApi({
      '/api/customer/loginLog/20/1': done({ list: rows(1, 20), total: 23, page: 1, pageSize: 20 }),
      '/api/customer/loginLog/20/2': done({ list: rows(20, 23), total: 24, page: 2, pageSize: 20 }),
    })
    await renderPage('account', LoginLog)
    expect(await screen.findAllByText(/Device/)).toHaveLength(20)
    expect(screen.getAllByText('失败', { selector: 'span' })).toHaveLength(1)
    fireEvent.click(screen.getByText('加载更多'))
    await screen.findByText(/Device 23$/)
    expect(screen.getAllByText(/Device/)).toHaveLength(23)
    expect(screen.queryByText('加载更多')).toBeNull()
  })

  test('shows what failed or came one way, and reads on within it', async () => {
    signedInAs()
    const failed = (from: number, to: number) => rows(from, to).map(one => ({ ...one, success: false }))
    const sent = stubApi({
      '/api/customer/loginLog/20/1': ({ success, method }) =>
        success === false
          ? done({ list: failed(1, 20), total: 21, page: 1, pageSize: 20 })
          : page(method === 'telegram' ? [] : rows(30, 31)),
      '/api/customer/loginLog/20/2': done({ list: failed(21, 21), total: 21, page: 2, pageSize: 20 }),
    })
    await renderPage('account', LoginLog)
    await screen.findByText('Device 30')
    const chip = (name: string) => screen.getByRole('button', { name })
    expect(chip('全部').getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(chip('失败'))
    await screen.findByText('Device 20')
    expect(screen.queryByText('Device 30')).toBeNull()
    expect(chip('失败').getAttribute('aria-pressed')).toBe('true')
    fireEvent.click(screen.getByText('加载更多'))
    await screen.findByText('Device 21')
    fireEvent.click(chip('Telegram 登录'))
    await screen.findByText('没有这样的记录')
    fireEvent.click(chip('全部'))
    await screen.findByText('Device 31')
    expect(screen.queryByText('Device 21')).toBeNull()
    expect(sent.filter(({ path }) => /loginLog/.test(path)).map(({ body }) => body)).toEqual([
      {},
      { success: false },
      { success: false },
      { method: 'telegram' },
      {},
    ])
  })

  test('a first page that does not come can be asked for again', async () => {
    signedInAs()
    stubApi({ '/api/customer/loginLog/20/1': { status: 500, error: 'none', path: '' } })
    await renderPage('account', LoginLog)
    fireEvent.click(await screen.findByText('重试'))
    await screen.findByText('重试')
  })

  test('a sign-in that was not me leads to a new password, and logs the others out', async () => {
    signedInAs()
    const sent = stubApi({
      '/api/customer/loginLog/20/1': page([row(1)]),
      '/api/customer/session/revoke': done({ ended: 2 }),
    })
    await renderPage('account', LoginLog)
    fireEvent.click(await screen.findByText('Device 1'))
    const sheet = await screen.findByRole('dialog', { name: '登录详情' })
    for (const item of ['密码登录', '203.0.113.7', '成功']) expect(within(sheet).getByText(item)).toBeTruthy()
    const change = within(sheet).getByText('不是我，修改登录密码')
    expect(change.getAttribute('href')).toBe('#/pages/updatePassword/updatePassword')
    fireEvent.click(within(sheet).getByText('退出其他所有设备'))
    await within(sheet).findByText('已退出 2 台设备')
    expect(sent.find(({ path }) => path.endsWith('revoke'))?.body).toEqual({ id: 'others' })
  })

  test('of an attempt that failed it says that nothing changed', async () => {
    signedInAs()
    stubApi({ '/api/customer/loginLog/20/1': page([row(2)]) })
    await renderPage('account', LoginLog)
    fireEvent.click(await screen.findByText('Device 2'))
    await screen.findByText(/没有登录成功/)
    expect(screen.queryByText('退出其他所有设备')).toBeNull()
  })
})

const session = (number: number) => ({
  id: `01990000-0000-7000-8000-00000000000${number}`,
  device: `Phone ${number}`,
  ip: '198.51.100.7',
  method: 'telegram',
  createTime: '2026-11-01T10:00:00.000Z',
  lastTime: '2026-11-20T10:00:00.000Z',
  current: number === 1,
})

describe('the sessions', () => {
  const open = () => renderPage('account', LoginLog, { query: { tab: 'sessions' } })

  test('are three states: loading, a fault with a way to try again, and what there is', async () => {
    signedInAs()
    stubApi({ '/api/customer/session/list': { status: 500, error: 'none', path: '' } })
    await open()
    fireEvent.click(await screen.findByText('重试'))
    await screen.findByText('重试')
  })

  test('say which one is this device, and offer nothing when it is the only one', async () => {
    signedInAs()
    stubApi({ '/api/customer/session/list': done([session(1)]) })
    await open()
    await screen.findByText('本机')
    expect(screen.getByText('没有其他设备登录。')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '退出其他所有设备' })).toBeNull()
    expect(screen.getByText('Phone 1').closest('button')).toBeNull()
  })

  test('one is logged out after it was confirmed, and is gone', async () => {
    signedInAs()
    let list = [session(1), session(2), session(3)]
    const sent = stubApi({
      '/api/customer/session/list': () => done(list),
      '/api/customer/session/revoke': ({ id }) => {
        list = list.filter(each => each.id !== id)
        return done({ ended: 1 })
      },
    })
    await open()
    fireEvent.click(await screen.findByText('Phone 2'))
    const sheet = await screen.findByRole('dialog', { name: '退出这台设备' })
    expect(within(sheet).getByText('Telegram 登录')).toBeTruthy()
    expect(sent.filter(({ path }) => path.endsWith('revoke'))).toEqual([])
    fireEvent.click(within(sheet).getByRole('button', { name: '退出这台设备' }))
    await waitFor(() => expect(screen.queryByText('Phone 2')).toBeNull())
    expect(screen.getByText('Phone 3')).toBeTruthy()
    expect(sent.find(({ path }) => path.endsWith('revoke'))?.body).toEqual({ id: session(2).id })
    expect(shownToasts()).toContain('已退出 1 台设备')
  })

  test('a refusal stays in the sheet', async () => {
    signedInAs()
    stubApi({
      '/api/customer/session/list': done([session(1), session(2)]),
      '/api/customer/session/revoke': { status: 502, error: 'none', path: '' },
    })
    await open()
    fireEvent.click(await screen.findByRole('button', { name: '退出其他所有设备' }))
    const sheet = await screen.findByRole('dialog')
    fireEvent.click(within(sheet).getByRole('button', { name: '退出其他所有设备' }))
    await within(sheet).findByText('网络错误，请稍后再试')
    expect(screen.getByText('Phone 2')).toBeTruthy()
  })
})
