import { fireEvent, screen } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { convertToCardBalance } from '../../../../../contract/wallet.ts'
import { decide } from '../../../../decision/decision.ts'
import { done } from '../../../../testing/testing.tsx'
import ConvertWallet from '../../convertWallet.tsx'
import {
  answered,
  beginAnew,
  confirm,
  converted,
  convertPath,
  enterPin,
  next,
  pass,
  quotePath,
  reopen,
  show,
  type,
  typePin,
} from '../../testing/convert-acting.tsx'
import { sampleCard } from '../../testing/samples.ts'

beginAnew(ConvertWallet)

/** Sends that amount, hears nothing, and comes back to the form. */
async function leaveUnanswered(amount: string) {
  await type(amount)
  await enterPin()
  await confirm()
  await screen.findByText('处理中')
  await reopen()
}

describe('what was sent before and has no answer', () => {
  test('of a coin comes first after leaving: that very quote is asked about, no new one is made', async () => {
    let answer: object = { status: 504 }
    const sent = await show({ [convertPath]: () => answer })
    await leaveUnanswered('1.5')
    await screen.findByText('处理中')
    expect(screen.getByText('1.50 ETH')).toBeTruthy()
    await pass(60_000)
    expect(sent(quotePath)).toHaveLength(1)
    answer = converted
    fireEvent.click(screen.getByText('再次确认'))
    await typePin()
    await confirm()
    await screen.findByText('兑换完成')
    await screen.findByText('412.75 USDT')
    expect(screen.queryByText('4,885.7725 USDT')).toBeNull()
    const [first, second] = sent(convertPath)
    expect(second?.body).toEqual(first?.body)
    fireEvent.click(screen.getByText('再来一笔'))
    expect(((await screen.findByText('下一步')) as HTMLButtonElement).disabled).toBe(true)
  })

  test('leads back to the amount with a new quote when its quote ran out', async () => {
    let answer: object = { status: 504 }
    const sent = await show({ [convertPath]: () => answer })
    await leaveUnanswered('1.5')
    answer = { code: 1405, key: 'quote_expired', msg: '', data: { rate: '2980' } }
    fireEvent.click(await screen.findByText('再次确认'))
    await typePin()
    await confirm()
    await screen.findByText(/请再确认一次/)
    await pass(600)
    expect(sent(quotePath)).toHaveLength(2)
    expect(next().disabled).toBe(false)
  })

  test('of a card comes first after leaving, also on the way from a coin', async () => {
    let answer: object = { status: 504 }
    const sent = await show({ [convertPath]: () => answer }, { cardId: sampleCard.id })
    await leaveUnanswered('25')
    await screen.findByText('处理中')
    expect(screen.getByText('转入钱包')).toBeTruthy()
    answer = done({ ...answered, amount: '25', fee: '0', received: '25', cardAvailable: '75' })
    fireEvent.click(screen.getByText('再次确认'))
    await typePin()
    await confirm()
    await screen.findByText('已转入钱包')
    const [first, second] = sent(convertPath)
    expect(second?.body).toEqual(first?.body)
    expect(first?.body).toMatchObject({ cardId: sampleCard.id, amount: '25' })
  })

  test('of another tab comes first, and nothing moves meanwhile', async () => {
    const sent = await show({ [convertToCardBalance.path]: { status: 504 } }, { cardId: sampleCard.id })
    await type('25')
    await enterPin()
    await decide(convertToCardBalance, {
      cardId: sampleCard.id,
      amount: '70',
      total: '70.7',
      currency: 'USDT',
      pin: '135790',
    })
    await confirm()
    await screen.findByText('处理中')
    expect(screen.getByText('70.70 USDT')).toBeTruthy()
    expect(sent(convertPath)).toEqual([])
  })

  test('is told with what is there now and with no time, once there is one', async () => {
    const writeText = vi.fn()
    vi.stubGlobal('navigator', { onLine: true, clipboard: { writeText } })
    let answer: object = { status: 504 }
    await show({ [convertPath]: () => answer }, { cardId: sampleCard.id })
    await type('25')
    await enterPin()
    await confirm()
    fireEvent.click(await screen.findByText('再次确认'))
    answer = done({ ...answered, amount: '25', fee: '0', received: '25', cardAvailable: '7.03' })
    await typePin()
    await confirm()
    await screen.findByText('已转入钱包')
    await screen.findByText('412.75 USDT')
    expect(screen.queryByText('$7.03')).toBeNull()
    fireEvent.click(screen.getByText('分享凭证'))
    await expect.poll(() => writeText).toHaveBeenCalledWith(expect.stringContaining('已转入钱包'))
    expect(writeText).not.toHaveBeenCalledWith(expect.stringContaining('时间'))
  })
})
