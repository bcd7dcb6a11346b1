import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Obstacle } from '../../../contract/deletion.ts'
import { done, person, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import { shownToasts } from '../../ui/toast.tsx'
import CannelAccount from './cannelAccount.tsx'

const base = '/api/customer/customerUser/'
const clear = { obstacles: [], isReady: true, deletion: null, stopped: null }
const deletion = {
  id: '01990000-0000-7000-8000-000000000009',
  askedAt: new Date().toISOString(),
  deleteAt: new Date(Date.now() + 15 * 24 * 60 * 60_000).toISOString(),
}
const no = { amount: null, currency: null, last4: null, count: 1 }
const balance: Obstacle = {
  ...no,
  what: 'balance',
  state: 'blocks',
  amount: '120.5',
  currency: 'USDT',
  route: '/pages/transferOut/transferOut?coin=USDT',
}
const card: Obstacle = {
  ...no,
  what: 'card',
  state: 'blocks',
  amount: '20',
  currency: 'USD',
  last4: '4242',
  route: '/pages/cardDetail/cardDetail?id=1',
}

const show = (query = {}) => renderPage('deletion', CannelAccount, { query })

beforeEach(() => signedInAs())

describe('cannelAccount', () => {
  test('lists what stands in the way with its amount and the way there, and offers no deletion', async () => {
    stubApi({ [`${base}deletionCheck`]: done({ ...clear, isReady: false, obstacles: [balance, card] }) })
    await show()
    const row = (await screen.findByText('钱包里的 USDT')).closest('a')
    expect(row?.getAttribute('href')).toBe('#/pages/transferOut/transferOut?coin=USDT')
    expect(row?.textContent).toContain('120.50USDT')
    expect(screen.getByText('尾号 4242 的卡未注销').closest('a')?.getAttribute('href')).toBe(
      '#/pages/cardDetail/cardDetail?id=1',
    )
    expect(screen.getByText('没有进行中的业务')).toBeTruthy()
    expect(screen.queryByText('申请注销')).toBeNull()
    expect(screen.getByText(/处理完清单里还没就绪的事项/)).toBeTruthy()
  })

  test.each([
    ['BTC', '不足最低提现额，可兑换，或在下面放弃'],
    ['USDT', '不足最低提现额，可充值补足后提现，或在下面放弃'],
  ] as const)('tells what can be done with a rest of %s', async (currency, words) => {
    const rest = { ...balance, state: 'waivable' as const, amount: '0.00003', currency }
    stubApi({ [`${base}deletionCheck`]: done({ ...clear, obstacles: [rest] }) })
    await show()
    expect(await screen.findByText(words)).toBeTruthy()
  })

  test('wants the consequences understood and a rest given up, then code and PIN, and shows the date', async () => {
    let isAsked = false
    const rest = { ...balance, state: 'waivable' as const, amount: '3' }
    const sent = stubApi({
      [`${base}deletionCheck`]: () =>
        done({ ...clear, obstacles: [rest], deletion: isAsked ? deletion : null }),
      [`${base}deleteAccount`]: body => {
        if (body.pin === '111111')
          return { code: 1102, key: 'pin_incorrect', msg: '', data: { triesLeft: 4 } }
        isAsked = true
        return done(deletion)
      },
      [`${base}getUser`]: done({ ...person, deleteAt: deletion.deleteAt }),
    })
    await show()
    const submit = await screen.findByRole('button', { name: '申请注销' })
    expect(submit.hasAttribute('disabled')).toBe(true)
    fireEvent.click(screen.getByRole('switch', { name: '我已了解注销的后果' }))
    expect(submit.hasAttribute('disabled')).toBe(true)
    fireEvent.click(screen.getByRole('switch', { name: /放弃 3.00\sUSDT/ }))
    expect(submit.hasAttribute('disabled')).toBe(false)
    fireEvent.click(submit)
    await waitFor(() => expect(document.querySelector('[aria-invalid="true"]')).toBeTruthy())
    expect(sent.some(({ path }) => path.endsWith('deleteAccount'))).toBe(false)
    fireEvent.input(screen.getByLabelText('邮箱验证码'), { target: { value: '123456' } })
    fireEvent.click(submit)
    const sheet = await screen.findByRole('dialog', { hidden: true })
    await typePin(sheet, '246801')
    expect(await screen.findByText(/账户将于 .+日注销/)).toBeTruthy()
    expect(sent.find(({ path }) => path.endsWith('deleteAccount'))?.body).toEqual({
      code: '123456',
      pin: '246801',
      waive: true,
    })
    expect(screen.getByText('15 天')).toBeTruthy()
  })

  test('whose yes was not heard is shown as waiting the next time, without a word of failing', async () => {
    signedInAs({ pinSet: false })
    let asked = 0
    stubApi({
      [`${base}deletionCheck`]: () => done({ ...clear, deletion: asked > 1 ? deletion : null }),
      [`${base}deleteAccount`]: () => {
        asked += 1
        if (asked === 1) return { status: 504, error: 'silent', path: '' }
        return { code: 1501, key: 'delete_failed', msg: '', data: { deleteAt: deletion.deleteAt } }
      },
      [`${base}getUser`]: done({ ...person, pinSet: false, deleteAt: deletion.deleteAt }),
    })
    await show()
    fireEvent.click(await screen.findByRole('switch', { name: '我已了解注销的后果' }))
    fireEvent.input(screen.getByLabelText('邮箱验证码'), { target: { value: '123456' } })
    const submit = screen.getByRole('button', { name: '申请注销' })
    fireEvent.click(submit)
    await waitFor(() => expect(asked).toBe(1))
    await waitFor(() => expect(submit.hasAttribute('aria-busy')).toBe(false))
    fireEvent.click(submit)
    expect(await screen.findByText(/账户将于 .+日注销/)).toBeTruthy()
    expect(shownToasts()).toEqual([])
  })

  test('who is refused because something came in between is told so, and sees it', async () => {
    signedInAs({ pinSet: false })
    let isRefused = false
    stubApi({
      [`${base}deletionCheck`]: () =>
        done(isRefused ? { ...clear, isReady: false, obstacles: [balance] } : clear),
      [`${base}deleteAccount`]: () => {
        isRefused = true
        return { code: 1501, key: 'delete_failed', msg: '', data: { obstacles: [balance] } }
      },
      [`${base}getUser`]: done({ ...person, pinSet: false }),
    })
    await show()
    fireEvent.click(await screen.findByRole('switch', { name: '我已了解注销的后果' }))
    fireEvent.input(screen.getByLabelText('邮箱验证码'), { target: { value: '123456' } })
    fireEvent.click(screen.getByRole('button', { name: '申请注销' }))
    expect(await screen.findByText('钱包里的 USDT')).toBeTruthy()
    expect(shownToasts()).toEqual(['注销没有提交：有新的事项要先处理，请看清单'])
  })

  test('takes a deletion back', async () => {
    let isUndone = false
    stubApi({
      [`${base}deletionCheck`]: () => done({ ...clear, deletion: isUndone ? null : deletion }),
      [`${base}cancelDelete`]: () => {
        isUndone = true
        return done(null)
      },
      [`${base}getUser`]: done(person),
    })
    await show()
    fireEvent.click(await screen.findByRole('button', { name: '撤销注销' }))
    expect(await screen.findByText('已撤销注销，账户照常使用。')).toBeTruthy()
  })

  test('says when the last one was stopped, and tries again when nothing could be loaded', async () => {
    let isSilent = true
    const stopped = { endedAt: deletion.askedAt, obstacles: [balance] }
    stubApi({
      [`${base}deletionCheck`]: () =>
        isSilent ? { status: 504, error: 'silent', path: '' } : done({ ...clear, stopped }),
    })
    await show()
    const again = await screen.findByRole('button', { name: '重试' })
    isSilent = false
    fireEvent.click(again)
    expect(await screen.findByText(/上次的注销在到期当天停止了/)).toBeTruthy()
  })

  test('exports by PIN, and leads to setting one', async () => {
    signedInAs({ pinSet: false })
    stubApi({})
    await show({ part: 'export' })
    expect(screen.getByText('尚未设置资金密码，请先设置：导出数据需要它。')).toBeTruthy()
    expect(screen.queryByRole('button', { name: '导出数据' })).toBeNull()
  })

  test('exports by the authenticator, too, of who has one', async () => {
    const required = { code: 1105, key: 'second_factor_required', msg: '', data: null }
    const file = done({ name: 'glaze-data.zip', type: 'application/zip', content: '' })
    const path = `${base}exportData`
    const sent = stubApi({ [path]: ({ secondCode }) => (secondCode ? file : required) })
    await show({ part: 'export' })
    fireEvent.click(screen.getByRole('button', { name: '导出数据' }))
    await typePin(await screen.findByRole('dialog'), '246801', '导出数据')
    const code = await screen.findByLabelText('身份验证器的验证码')
    fireEvent.input(code, { target: { value: '123456' } })
    fireEvent.submit(code.closest('form') as HTMLFormElement)
    expect(await screen.findByText(/glaze-data\.zip/)).toBeTruthy()
    expect(sent.filter(one => one.path === path).map(({ body }) => body)).toEqual([
      { pin: '246801' },
      { pin: '246801', secondCode: '123456' },
    ])
  })
})

async function typePin(sheet: HTMLElement, pin: string, name = '申请注销') {
  for (const digit of pin) fireEvent.click(within(sheet).getByRole('button', { name: digit, hidden: true }))
  const confirm = within(sheet).getAllByRole('button', { name, hidden: true })
  fireEvent.click(confirm.at(-1) as HTMLElement)
}
