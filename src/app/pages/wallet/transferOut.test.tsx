import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { done } from '../../testing/testing.tsx'
import { clock } from './parts/out/out-left.ts'
import {
  answers,
  beginAnew,
  confirm,
  enterPin,
  pass,
  place,
  saveAddress,
  show,
  typeAddress,
} from './testing/out-acting.tsx'
import {
  alike,
  api,
  fresh,
  id,
  quoteOf,
  refused,
  savedAddress,
  unchecked,
  withdrawalOf,
} from './testing/out-samples.ts'
import TransferOut from './transferOut.tsx'

beginAnew(TransferOut)

describe('before anything is typed', () => {
  test.each([
    ['has none', {}],
    ['lets nobody read it', { clipboard: {} }],
  ])('a phone whose clipboard %s says so', async (_, navigator) => {
    vi.stubGlobal('navigator', navigator)
    await show()
    fireEvent.click(await screen.findByText('粘贴'))
    expect(await screen.findByText('无法读取剪贴板，请长按输入框粘贴')).toBeTruthy()
    await pass(3_000)
    vi.unstubAllGlobals()
  })

  test('sends somebody without a coin to the choice, with the address that was scanned', async () => {
    await show({ to: fresh, chain: 'ERC20' })
    await waitFor(() => expect(currentUrl.value).toBe(`/pages/selectCoin/selectCoin?for=out&to=${fresh}`))
  })

  test('tells fee, bounds, what is left of the limits and how long it takes', async () => {
    await show()
    const terms = await screen.findByLabelText('提现规则')
    for (const text of [
      '1.00 USDT',
      '10.00 USDT',
      '412.75 USDT',
      '剩 5,000.00 / 20,000.00 USDT',
      '约 2 分钟',
    ])
      expect(within(terms).getAllByText(text).length, text).toBeGreaterThan(0)
  })

  const waiting = (hours: number, why: 'security' | 'new_address' = 'security') => {
    const until = new Date(Date.now() + hours * 3_600_000).toISOString()
    return { why, until, leftSeconds: hours * 3_600 }
  }

  test('a wait is a clock with its cause, told once, with what can be done meanwhile', async () => {
    answers[api.quote] = { ...quoteOf({}), data: { ...quoteOf({}).data, wait: waiting(3) } }
    await show()
    const timer = await screen.findByRole('timer')
    expect(timer.textContent).toMatch(/^(3:00:00|2:59:5\d)$/)
    const before = timer.textContent
    await pass(2_000)
    expect(timer.textContent).not.toBe(before)
    expect(timer.getAttribute('aria-live')).toBe('off')
    expect(timer.closest('[role=status]')).toBeNull()
    expect(screen.getByText(/可以充值、刷卡/)).toBeTruthy()
  })

  test.each([
    ['two hours fast', -2],
    ['two hours slow', 2],
    ['a year off', 8_760],
  ])('waits are as long as the server says on a phone that is %s', async (_how, hours) => {
    // What the server names lies elsewhere on this phone's clock.
    const end = Date.now() + 150_000
    const until = new Date(end + hours * 3_600_000).toISOString()
    const left = () => Math.max(0, Math.ceil((end - Date.now()) / 1_000))
    const wait = () => (left() > 0 ? { why: 'security', until, leftSeconds: left() } : null)
    answers[api.quote] = () => ({ code: 1, data: { ...quoteOf({}).data, wait: wait() } })
    answers[api.book] = () =>
      done([{ ...savedAddress, isUsable: left() === 0, usableTime: until, leftSeconds: left() }])
    await show()
    const timer = await screen.findByRole('timer')
    expect(timer.textContent).toMatch(/^0:02:(30|2\d)$/)
    expect(await screen.findByText(/^0:02:(30|2\d) 后可用$/)).toBeTruthy()
    await pass(90_000)
    expect(timer.textContent).toMatch(/^0:0(1:00|0:5\d)$/)
    expect(screen.getByText(/^0:0(1:00|0:5\d) 后可用$/)).toBeTruthy()
    // It is asked about again as it ends.
    await pass(62_000)
    await waitFor(() => expect(screen.queryByRole('timer')).toBeNull())
  })

  test('a wait for the address stops the amount; nothing can be confirmed', async () => {
    answers[api.quote] = sent => ({
      code: 1,
      data: { ...quoteOf(sent).data, wait: sent.address ? waiting(24, 'new_address') : null },
    })
    await show({ ...place, to: savedAddress.address })
    expect(await screen.findByText(/这是新保存的地址/)).toBeTruthy()
    expect(screen.queryByText('全部', { selector: 'button' })).toBeNull()
    expect((screen.getByText('等待结束后可提现') as HTMLButtonElement).disabled).toBe(true)
  })

  test('says why nothing can leave at all', async () => {
    answers[api.quote] = done({ ...quoteOf({}).data, available: '3', max: '3' })
    await show()
    expect(await screen.findByText(/可用余额低于最低提现额 10.00 USDT/)).toBeTruthy()
    expect(screen.getByText('去充值').getAttribute('href')).toBe('#/pages/transferIn/transferIn?coin=USDT')
  })

  test('a coin that cannot be withdrawn leads to those that can', async () => {
    answers[api.quote] = refused('currency_unsupported')
    await show()
    expect(await screen.findByText('暂不支持该币种')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('lists the latest withdrawals, each with how it stands', async () => {
    answers[api.list] = done({
      list: [withdrawalOf({ status: 'confirming' }), withdrawalOf({ id: `${id}2`, status: 'failed' })],
      total: 2,
      page: 1,
      pageSize: 5,
    })
    await show()
    expect(await screen.findByText('确认中')).toBeTruthy()
    const row = screen.getByText('未成功').closest('a')
    expect(row?.getAttribute('href')).toBe(`#/pages/transferOut/transferOut?id=${id}2`)
    expect(row?.querySelector('s')?.textContent).toBe('−100.00 USDT')
    expect(screen.getByText('确认中').closest('a')?.querySelector('s')).toBeNull()
  })

  test('a clock reads hours, minutes, seconds', () => {
    expect([clock(0), clock(59), clock(3_600), clock(86_399)]).toEqual([
      '0:00:00',
      '0:00:59',
      '1:00:00',
      '23:59:59',
    ])
  })
})

describe('where to', () => {
  test.each([
    ['format', null, /这不是 ERC20 地址/],
    ['checksum', null, /大小写校验不符/],
    ['other_network', 'TRC20', /这是 TRC20 网络的地址。请向收款方索要 ERC20 网络的地址/],
    ['ours', null, /这是 Glaze 的充值地址/],
    ['nobody', null, /不属于任何人/],
  ])('an address that is %s is told at the field and cannot be saved', async (problem, looksLike, words) => {
    answers[api.check] = done({ ...unchecked, problem, looksLike })
    await show()
    await typeAddress(fresh)
    expect((await screen.findByText(words)).getAttribute('role')).toBe('alert')
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
    expect(screen.queryByText('保存地址')).toBeNull()
  })

  test('asks nothing while an address is still being typed, and once when it stands', async () => {
    const sentTo = await show()
    await typeAddress('0x52')
    expect(sentTo(api.check)).toHaveLength(0)
    await typeAddress(fresh)
    await typeAddress(fresh)
    expect(sentTo(api.check).map(({ body }) => body)).toEqual([{ chain: 'ERC20', address: fresh }])
  })

  test('a look-alike stands above the one it resembles, and takes an explicit yes', async () => {
    const sentTo = await show()
    answers[api.check] = done({
      ...unchecked,
      address: alike,
      problem: 'look_alike',
      resembles: { address: savedAddress.address, label: '冷钱包' },
    })
    await typeAddress(alike)
    const alarm = await screen.findByText(/与“冷钱包”很像，但不是同一个/)
    const box = alarm.closest('section') as HTMLElement
    expect(box.querySelectorAll('[data-mark=unlike]').length).toBeGreaterThan(1)
    expect(within(box).getByText(alike)).toBeTruthy()
    expect(within(box).getByText(savedAddress.address)).toBeTruthy()
    expect(screen.queryByText('保存地址')).toBeNull()
    fireEvent.click(screen.getByText(/确定是另一个地址/))
    await saveAddress()
    expect(sentTo(api.save)[0]?.body).toMatchObject({ address: alike, isMeant: true })
  })

  test('an unsaved address is shown whole and is saved with a name, a mailed code and the PIN', async () => {
    const sentTo = await show()
    await typeAddress(`${fresh.slice(0, 10)} ${fresh.slice(10)}`)
    expect((await screen.findByText('请与收款方逐组核对完整地址')).role).toBe('status')
    await saveAddress()
    expect(sentTo(api.mail)[0]?.body).toMatchObject({ type: 'transferOut', email: 'lin@example.com' })
    expect(sentTo(api.save).map(({ body }) => body)).toEqual([
      { chain: 'ERC20', address: fresh, label: '交易所', code: '135790', pin: '135790' },
    ])
    await waitFor(() => expect((screen.getByRole('textbox') as HTMLTextAreaElement).value).toBe(''))
    expect(sentTo(api.book).length).toBeGreaterThan(1)
  })

  test.each([
    ['a wrong', 'code_incorrect', null, '验证码不正确'],
    ['an expired', 'code_wait', { reason: 'expired' }, '验证码已过期，请重新获取'],
  ] as const)(
    '%s code is told at its field and nothing typed is lost',
    async (_which, key, details, words) => {
      answers[api.save] = refused(key, details)
      await show()
      await typeAddress(fresh)
      await saveAddress()
      expect((await screen.findByText(words)).getAttribute('role')).toBe('alert')
      expect((screen.getByLabelText('名称') as HTMLInputElement).value).toBe('交易所')
    },
  )

  test('an address of the book that still waits says how long', async () => {
    const usableTime = new Date(Date.now() + 7_200_000).toISOString()
    answers[api.book] = done([{ ...savedAddress, isUsable: false, usableTime, leftSeconds: 7_200 }])
    await show()
    expect(await screen.findByText(/^(2:00:00|1:59:5\d) 后可用$/)).toBeTruthy()
  })

  test('an address of the book leads on to the amount', async () => {
    await show()
    fireEvent.click(await screen.findByText('冷钱包'))
    expect(currentUrl.value).toBe(
      `/pages/transferOut/transferOut?coin=USDT&chain=ERC20&to=${savedAddress.address}`,
    )
  })

  test('a payment link fills in the address and sends nothing by itself', async () => {
    const sentTo = await show({ ...place, to: fresh, amount: '25' })
    expect(((await screen.findByRole('textbox')) as HTMLTextAreaElement).value).toBe(fresh)
    await pass(2_000)
    expect(sentTo(api.out)).toHaveLength(0)
    expect(sentTo(api.save)).toHaveLength(0)
  })
})

describe('the address book', () => {
  test('removes an address after a question', async () => {
    const sentTo = await show({ book: '1' })
    fireEvent.click(await screen.findByLabelText('删除冷钱包'))
    expect(sentTo(api.remove)).toHaveLength(0)
    const dialog = within(document.querySelector('dialog') as HTMLElement)
    fireEvent.click(dialog.getByText('删除地址', { selector: 'button' }))
    await screen.findByText('已删除')
    expect(sentTo(api.remove)[0]?.body).toEqual({ id: savedAddress.id })
  })

  test('gives an address another name by PIN, and asks nothing for the same one', async () => {
    const sentTo = await show({ book: '1' })
    const rename = async (label: string) => {
      fireEvent.click(await screen.findByLabelText('给冷钱包改名'))
      fireEvent.input(await screen.findByLabelText('名称'), { target: { value: label } })
      confirm()
      await pass(10)
    }
    await rename('冷钱包')
    await waitFor(() => expect(screen.queryByLabelText('名称')).toBeNull())
    await rename('备用钱包')
    await screen.findByText('输入资金密码保存地址')
    await enterPin()
    confirm()
    await screen.findByText('已保存')
    expect(sentTo(api.rename).map(({ body }) => body)).toEqual([
      { id: savedAddress.id, label: '备用钱包', pin: '135790' },
    ])
  })

  test('stands in English too', async () => {
    await show({ book: '1' }, { language: 'en-US' })
    expect(await screen.findByText('Never used')).toBeTruthy()
  })
})
