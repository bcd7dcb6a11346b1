import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { currentUrl } from '../../../../routing/hash-location.tsx'
import { done, signedInAs } from '../../../../testing/testing.tsx'
import {
  agree,
  answers,
  beginAnew,
  confirm,
  enterPin,
  pass,
  press,
  showAmount,
} from '../../testing/out-acting.tsx'
import { api, id, quoteOf, refused, savedAddress, withdrawalOf } from '../../testing/out-samples.ts'
import TransferOut from '../../transferOut.tsx'

beginAnew(TransferOut)

describe('how much', () => {
  test.each([
    ['5', /最少 10.00 USDT/],
    ['413', /余额不足，可用 412.75 USDT/],
  ])('%s is refused in place, before the server is asked', async (figure, words) => {
    const sentTo = await showAmount()
    press(...figure)
    expect(await screen.findByText(words)).toBeTruthy()
    await pass(1_000)
    expect(sentTo(api.quote).some(({ body }) => 'amount' in body)).toBe(false)
    expect((screen.getByText('下一步') as HTMLButtonElement).disabled).toBe(true)
  })

  test('the limits of a day and a month are told with what is left of them', async () => {
    answers[api.quote] = done({ ...quoteOf({}).data, day: { limit: '20000', left: '50' }, max: '50' })
    await showAmount()
    press('6', '0')
    expect(await screen.findByText(/超出 24 小时额度，还剩 50.00 USDT/)).toBeTruthy()
  })

  test('all of it leaves no more than can leave, and tells what arrives', async () => {
    const sentTo = await showAmount()
    press('全部')
    expect(await screen.findByText(/扣除 412.75 USDT，到账 411.75 USDT/)).toBeTruthy()
    expect(sentTo(api.quote).at(-1)?.body).toMatchObject({ amount: '412.75', address: savedAddress.address })
  })

  test('the switch makes the figure what arrives; the fee comes on top', async () => {
    const sentTo = await showAmount()
    press('1', '0', '0')
    await screen.findByText(/扣除 100.00 USDT，到账 99.00 USDT/)
    press('对方实收')
    expect(await screen.findByText(/扣除 101.00 USDT，到账 100.00 USDT/)).toBeTruthy()
    expect(sentTo(api.quote).at(-1)?.body).toMatchObject({ receive: '100' })
    press('全部')
    expect(await screen.findByText(/扣除 412.75 USDT，到账 411.75 USDT/)).toBeTruthy()
  })

  test('a sum of a payment link is what arrives', async () => {
    await showAmount({ amount: '25' })
    expect(await screen.findByText(/扣除 26.00 USDT，到账 25.00 USDT/)).toBeTruthy()
  })

  test('what was typed is there again, and gone once it was sent', async () => {
    await showAmount()
    press('1', '0', '0')
    await screen.findByText(/扣除 100.00 USDT，到账 99.00 USDT/)
    cleanup()
    await showAmount()
    await agree()
    expect(localStorage.getItem('drafts')).toContain('"typed":"100"')
    confirm()
    await waitFor(() => expect(currentUrl.value).toContain(`id=${id}`))
    expect(localStorage.getItem('drafts')).toBeNull()
  })

  test('what was typed of one coin is not offered of another that goes to the same address', async () => {
    await showAmount()
    press('1', '0', '0')
    await screen.findByText(/扣除 100.00 USDT，到账 99.00 USDT/)
    cleanup()
    await showAmount({ coin: 'ETH' })
    expect(await screen.findByText(/^最少/)).toBeTruthy()
    cleanup()
    await showAmount()
    expect(await screen.findByText(/扣除 100.00 USDT，到账 99.00 USDT/)).toBeTruthy()
  })

  test('more digits than the coin has are refused, not cut off', async () => {
    await showAmount({ amount: '25.1234567' })
    expect(await screen.findByText('小数位太多')).toBeTruthy()
  })
})

describe('the decision', () => {
  test('shows the whole address, the fee in money and percent, what arrives and the network before the PIN', async () => {
    await showAmount()
    press('1', '0', '0')
    await screen.findByText(/，到账/)
    fireEvent.click(screen.getByText('下一步'))
    const sheet = within(await screen.findByRole('dialog', { hidden: true }))
    expect(sheet.getByText(savedAddress.address)).toBeTruthy()
    expect(sheet.getByText('1.00 USDT（1%）')).toBeTruthy()
    expect(sheet.getByText('99.00 USDT')).toBeTruthy()
    expect(sheet.getByText(/只能发往 ERC20 网络的 USDT 地址/)).toBeTruthy()
    expect(sheet.getByText(/建议先提一小笔/)).toBeTruthy()
  })

  test('says before the PIN how long it waits by choice', async () => {
    answers[api.quote] = (sent: Record<string, unknown>) => {
      const { data } = quoteOf(sent)
      return done({ ...data, delayHours: 24, expectedSeconds: 86_448 })
    }
    await showAmount()
    press('1', '0', '0')
    await screen.findByText(/，到账/)
    fireEvent.click(screen.getByText('下一步'))
    await screen.findByText('按您设置的提现等待，提交 24 小时后才会转出，期间可以撤回。')
    expect(screen.getByText('约 24 小时')).toBeTruthy()
  })

  test.each([
    [['2', '0'], true],
    [['1', '0', '0'], false],
  ])('says so where the fee is a large part of what leaves: %j', async (keys, isHeavy) => {
    await showAmount()
    press(...keys)
    await screen.findByText(/，到账/)
    fireEvent.click(screen.getByText('下一步'))
    await screen.findByText('输入资金密码')
    expect(screen.queryByText(/手续费占转出金额的 5%/) !== null).toBe(isHeavy)
  })

  test('without a PIN there is only the way to set one', async () => {
    signedInAs({ pinSet: false })
    await showAmount()
    press('1', '0', '0')
    await screen.findByText(/，到账/)
    fireEvent.click(screen.getByText('下一步'))
    expect((await screen.findByText('设置资金密码')).getAttribute('href')).toMatch(/updatePinCode/)
    expect(screen.queryByText('输入资金密码')).toBeNull()
  })

  test('a PIN from a real keyboard is no figure, and is not kept', async () => {
    await showAmount()
    press('1', '0', '0')
    await agree()
    for (const key of '135790') fireEvent.keyDown(document.body, { key })
    expect(screen.getByText(/提现 100.00 USDT/)).toBeTruthy()
    expect(localStorage.getItem('drafts')).toContain('"typed":"100"')
  })

  test('the sheet of the PIN stays while the answer is awaited', async () => {
    let answer = (_: object) => {}
    answers[api.out] = () => new Promise<object>(resolve => (answer = resolve))
    await showAmount()
    press('1', '0', '0')
    await agree()
    confirm()
    const [sheet] = await screen.findAllByRole('dialog', { hidden: true })
    await pass(10)
    fireEvent.keyDown(sheet as HTMLElement, { key: 'Escape' })
    expect(screen.queryAllByRole('dialog', { hidden: true })).toHaveLength(1)
    answer(refused('balance_insufficient', { missing: '70' }))
    await waitFor(() => expect(screen.queryAllByRole('dialog', { hidden: true })).toHaveLength(0))
  })

  test('a double tap is one request, with what was shown, and leads to how it stands', async () => {
    const sentTo = await showAmount()
    press('1', '0', '0')
    await agree()
    confirm()
    confirm()
    await waitFor(() => expect(currentUrl.value).toBe(`/pages/transferOut/transferOut?id=${id}`))
    expect(sentTo(api.out)).toHaveLength(1)
    expect(sentTo(api.out)[0]?.body).toMatchObject({
      ...{ currency: 'USDT', chain: 'ERC20', address: savedAddress.address },
      ...{ amount: '100', receive: '99', pin: '135790' },
    })
  })

  test('a new fee is shown with the difference and agreed to anew, with a key of its own', async () => {
    answers[api.out] = refused('quote_expired')
    const sentTo = await showAmount()
    press('1', '0', '0')
    await agree()
    answers[api.quote] = sent => quoteOf(sent, 2)
    confirm()
    expect(
      await screen.findByText(/手续费由 1.00 USDT 变为 2.00 USDT，到账由 99.00 USDT 变为 98.00 USDT/),
    ).toBeTruthy()
    expect(sentTo(api.out)).toHaveLength(1)
    answers[api.out] = done(withdrawalOf())
    fireEvent.click(screen.getByText('输入资金密码'))
    await enterPin()
    confirm()
    await waitFor(() => expect(sentTo(api.out)).toHaveLength(2))
    const [first, second] = sentTo(api.out)
    expect(second?.body).toMatchObject({ amount: '100', receive: '98' })
    expect(second?.body.requestId).not.toBe(first?.body.requestId)
  })

  test('a limit that was just used up is told with what is left; nothing stays open', async () => {
    answers[api.out] = refused('limit_exceeded', { which: 'day', limit: '20000', left: '40' })
    await showAmount()
    press('1', '0', '0')
    await agree()
    confirm()
    expect(await screen.findByText(/超出 24 小时额度，还剩 40.00 USDT/)).toBeTruthy()
    expect(localStorage.getItem('decisions')).toBeNull()
  })

  test('a wait that began meanwhile is told with its end', async () => {
    answers[api.out] = refused('withdrawals_on_hold', { until: '2030-01-02T12:00:00.000Z' })
    await showAmount()
    press('1', '0', '0')
    await agree()
    confirm()
    expect(await screen.findByText(/提现暂停至 2030年1月2日/)).toBeTruthy()
  })
})
