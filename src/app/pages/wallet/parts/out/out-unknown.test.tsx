import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { drop } from '../../../../../contract/decision.ts'
import { transferOut } from '../../../../../contract/withdrawal.ts'
import { decide, undecided } from '../../../../decision/decision.ts'
import { currentUrl, go } from '../../../../routing/hash-location.tsx'
import { done } from '../../../../testing/testing.tsx'
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
} from '../../testing/out-acting.tsx'
import { api, id, refused, savedAddress, withdrawalOf } from '../../testing/out-samples.ts'
import TransferOut from '../../transferOut.tsx'

beginAnew(TransferOut)

describe('a withdrawal without an answer', () => {
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
      expect(screen.getByText('提现 USDT')).toBeTruthy()
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

  test('what is not wanted any more is let go of, and leads back to the form', async () => {
    await sendUnheard()
    answers[drop.path] = done({ isDropped: true })
    await show({ ...place, to: savedAddress.address })
    fireEvent.click(await screen.findByText('取消这笔操作'))
    await screen.findByText('已取消：没有办理，也不会再办理')
    await screen.findByText('下一步')
    expect(undecided(transferOut)).toEqual([])
  })

  test.each([0, 500, 504])('letting go without an answer (%i) says so and leaves it open', async status => {
    await sendUnheard()
    answers[drop.path] = { status }
    await show(place)
    fireEvent.click(await screen.findByText('取消这笔操作'))
    expect((await screen.findByRole('alert')).textContent).toBe('网络错误，请稍后再试')
    expect(screen.getAllByText('网络错误，请稍后再试')).toHaveLength(1)
    expect(undecided(transferOut)).toHaveLength(1)
  })

  test('silence again leaves it in front; a no is told, and what was typed is there to go on', async () => {
    await sendUnheard()
    await show({ ...place, to: savedAddress.address })
    await ask()
    await pass(10)
    expect(await screen.findByText('处理中')).toBeTruthy()
    answers[api.out] = refused('limit_exceeded', { which: 'day', limit: '20000', left: '40' })
    await ask()
    expect(await screen.findByText(/超出 24 小时额度，还剩 40.00 USDT/)).toBeTruthy()
    expect(await screen.findByText(/扣除 100.00 USDT，到账 99.00 USDT/)).toBeTruthy()
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
})
