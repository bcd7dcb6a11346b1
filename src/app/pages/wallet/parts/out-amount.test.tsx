import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { transferOut } from '../../../../contract/withdrawal.ts'
import { decide, undecided } from '../../../decision.ts'
import { currentUrl, go } from '../../../hash-location.tsx'
import { done, signedInAs } from '../../../testing.tsx'
import TransferOut from '../transferOut.tsx'
import {
  agree,
  answers,
  beginAnew,
  confirm,
  enterPin,
  pass,
  place,
  press,
  show,
  showAmount,
} from './out-acting.tsx'
import { api, id, quoteOf, refused, savedAddress, withdrawalOf } from './out-samples.ts'

beginAnew(TransferOut)

describe('how much', () => {
  test.each([
    ['5', /最少10.00 USDT/],
    ['413', /余额不足，可用412.75 USDT/],
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
    expect(await screen.findByText(/超出24小时额度，还剩50.00 USDT/)).toBeTruthy()
  })

  test('all of it leaves no more than can leave, and tells what arrives', async () => {
    const sentTo = await showAmount()
    press('全部')
    expect(await screen.findByText(/扣除412.75 USDT，到账411.75 USDT/)).toBeTruthy()
    expect(sentTo(api.quote).at(-1)?.body).toMatchObject({ amount: '412.75', address: savedAddress.address })
  })

  test('the switch makes the figure what arrives; the fee comes on top', async () => {
    const sentTo = await showAmount()
    press('1', '0', '0')
    await screen.findByText(/扣除100.00 USDT，到账99.00 USDT/)
    press('对方实收')
    expect(await screen.findByText(/扣除101.00 USDT，到账100.00 USDT/)).toBeTruthy()
    expect(sentTo(api.quote).at(-1)?.body).toMatchObject({ receive: '100' })
    press('全部')
    expect(await screen.findByText(/扣除412.75 USDT，到账411.75 USDT/)).toBeTruthy()
  })

  test('a sum of a payment link is what arrives', async () => {
    await showAmount({ amount: '25' })
    expect(await screen.findByText(/扣除26.00 USDT，到账25.00 USDT/)).toBeTruthy()
  })

  test('what was typed is there again, and gone once it was sent', async () => {
    await showAmount()
    press('1', '0', '0')
    await screen.findByText(/扣除100.00 USDT，到账99.00 USDT/)
    cleanup()
    await showAmount()
    await agree()
    expect(localStorage.getItem('drafts')).toContain('"typed":"100"')
    confirm()
    await waitFor(() => expect(currentUrl.value).toContain(`id=${id}`))
    expect(localStorage.getItem('drafts')).toBeNull()
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
    expect(sheet.getByText(/只能发往ERC20网络的USDT地址/)).toBeTruthy()
    expect(sheet.getByText(/建议先提一小笔/)).toBeTruthy()
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
    expect(screen.getByText(/提现100.00 USDT/)).toBeTruthy()
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
      await screen.findByText(/手续费由1.00 USDT变为2.00 USDT，到账由99.00 USDT变为98.00 USDT/),
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

  /** Sends 100 USDT to the saved address and hears nothing. */
  async function sendUnheard() {
    answers[api.out] = { status: 504 }
    const sentTo = await showAmount()
    press('1', '0', '0')
    await agree()
    confirm()
    await screen.findByText('处理中')
    cleanup()
    return sentTo(api.out)[0]?.body as Record<string, unknown>
  }
  async function ask() {
    fireEvent.click(await screen.findByText('再次确认'))
    await enterPin()
    expect(document.querySelector('dialog [data-slide]')).toBeTruthy()
    confirm()
  }

  test.each([
    ['the same coin', place],
    ['another coin', { coin: 'ETH', chain: 'ERC20' }],
    ['another amount to the same address', { ...place, to: savedAddress.address, amount: '25' }],
  ])(
    'no answer is processing, not failure; it comes first on the way to %s, with its own key',
    async (_of, query) => {
      const sent = await sendUnheard()
      answers[api.out] = done(withdrawalOf())
      const again = await show(query)
      await screen.findByText('处理中')
      expect(screen.queryByRole('alert')).toBeNull()
      expect(screen.getByText('提现USDT')).toBeTruthy()
      expect(screen.getByText('100.00 USDT')).toBeTruthy()
      expect(screen.queryByText('含手续费')).toBeNull()
      await ask()
      await waitFor(() => expect(currentUrl.value).toContain(`id=${id}`))
      expect(again(api.out).map(({ body }) => body)).toEqual([sent])
      expect(localStorage.getItem('drafts')).toBeNull()
      cleanup()
      await showAmount()
      expect(screen.queryByText('处理中')).toBeNull()
    },
  )

  test('silence again leaves it in front; a no is told, and what was typed is there to go on', async () => {
    await sendUnheard()
    await show({ ...place, to: savedAddress.address })
    await ask()
    await pass(10)
    expect(await screen.findByText('处理中')).toBeTruthy()
    answers[api.out] = refused('limit_exceeded', { which: 'day', limit: '20000', left: '40' })
    await ask()
    expect(await screen.findByText(/超出24小时额度，还剩40.00 USDT/)).toBeTruthy()
    expect(await screen.findByText(/扣除100.00 USDT，到账99.00 USDT/)).toBeTruthy()
    expect(localStorage.getItem('decisions')).toBeNull()
  })

  test('of several without an answer each is asked about in turn, the oldest first', async () => {
    await sendUnheard()
    const all = JSON.parse(localStorage.getItem('decisions') as string) as Record<
      string,
      { requestId: string }
    >
    const [[about, first]] = Object.entries(all) as [[string, { requestId: string }]]
    const other = { ...first, requestId: '01990000-0000-4000-8000-000000000002' }
    const second = about
      .replace('"amount","100"', '"amount","30"')
      .replace('"receive","99"', '"receive","29"')
    localStorage.setItem('decisions', JSON.stringify({ ...all, [second]: other }))
    answers[api.out] = refused('balance_insufficient', { missing: '70' })
    const sentTo = await show(place, { language: 'en-US' })
    for (const figure of ['100.00 USDT', '30.00 USDT']) {
      await screen.findByText(figure)
      fireEvent.click(screen.getByText('Confirm again'))
      await enterPin()
      confirm()
      await waitFor(() => expect(screen.queryByText(figure)).toBeNull())
    }
    expect(sentTo(api.out).map(({ body }) => body.requestId)).toEqual([first.requestId, other.requestId])
    expect(await screen.findByRole('textbox')).toBeTruthy()
  })

  test('what another tab had an answer to meanwhile is still asked about with its own key', async () => {
    answers[api.out] = { status: 504 }
    const sentTo = await showAmount()
    press('1', '0', '0')
    await agree()
    confirm()
    await screen.findByText('处理中')
    localStorage.removeItem('decisions')
    fireEvent.click(screen.getByText('再次确认'))
    await enterPin()
    confirm()
    await waitFor(() => expect(sentTo(api.out)).toHaveLength(2))
    expect(sentTo(api.out)[1]?.body).toEqual(sentTo(api.out)[0]?.body)
  })

  test.each(['at first', 'when it is asked about again'])(
    'an answer %s that comes once the page was left leads nowhere',
    async when => {
      if (when !== 'at first') await sendUnheard()
      let answer = (_: object) => {}
      answers[api.out] = () => new Promise<object>(done => (answer = done)) as object
      if (when === 'at first') {
        await showAmount()
        press('1', '0', '0')
        await agree()
        confirm()
      } else {
        await show(place)
        await ask()
      }
      await pass(50)
      cleanup()
      go('bill')
      answer(done(withdrawalOf()))
      await waitFor(() => expect(undecided(transferOut)).toEqual([]))
      await pass(50)
      expect(currentUrl.value).toBe('/pages/bill/bill')
    },
  )

  test('nothing leaves while what another tab sent meanwhile is without an answer: that comes first', async () => {
    answers[api.out] = { status: 504 }
    const sentTo = await showAmount()
    press('1', '0', '0')
    await agree()
    const { address } = savedAddress
    const other = { currency: 'USDT', chain: 'ERC20', address, amount: '30', receive: '29' } as const
    await decide(transferOut, { ...other, pin: '135790' })
    confirm()
    await screen.findByText('30.00 USDT')
    expect(screen.queryByText('100.00 USDT')).toBeNull()
    expect(sentTo(api.out)).toHaveLength(1)
  })

  test('a limit that was just used up is told with what is left; nothing stays open', async () => {
    answers[api.out] = refused('limit_exceeded', { which: 'day', limit: '20000', left: '40' })
    await showAmount()
    press('1', '0', '0')
    await agree()
    confirm()
    expect(await screen.findByText(/超出24小时额度，还剩40.00 USDT/)).toBeTruthy()
    expect(localStorage.getItem('decisions')).toBeNull()
  })

  test('a wait that began meanwhile is told with its end', async () => {
    answers[api.out] = refused('withdrawals_on_hold', { until: '2030-01-02T12:00:00.000Z' })
    await showAmount()
    press('1', '0', '0')
    await agree()
    confirm()
    expect(await screen.findByText(/提现暂停至2030年1月2日/)).toBeTruthy()
  })
})
