import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeAll, describe, expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi, typePin } from '../../../../testing/testing.tsx'
import CardTab from '../../card.tsx'
import CardDetail from '../../cardDetail.tsx'
import { cardId, cardsOf, master, pageOf, sampleCard } from '../../testing/samples.ts'

const path = '/api/customer/card/repayDebt'
const repayPath = `#/pages/cardDetail/cardDetail?id=${cardId}&open=repay`
const owing = { ...sampleCard, status: 'closed', balance: '-12.34', available: '-12.34', frozenAmount: '0' }
const billId = '01990000-0000-7000-8000-000000000021'
const repaid = { amount: '12.34', paid: '12.34', walletAvailable: '27.66', billId }

beforeAll(() => import('./card-repay.tsx'))

async function show(wallet: string, answer: object = done(repaid)) {
  signedInAs()
  const sent = stubApi({
    '/api/customer/card/detail': done(owing),
    '/api/customer/card/cardTranscationList/20/1': done(pageOf([])),
    '/api/customer/cryptoCurrency/masterBudgetBalance': done({ ...master, available: wallet }),
    [path]: answer,
  })
  await renderPage('card', CardDetail, { query: { id: cardId, open: 'repay' } })
  await screen.findByText(/不收费用。$/, { selector: 'dialog p' })
  return () => sent.filter(call => call.path === path).map(({ body }) => body)
}

describe('what a card owes that is over', () => {
  test('is repaid in one decision with the PIN', async () => {
    const sent = await show('40')
    fireEvent.click(screen.getByText('还清欠款'))
    await typePin()
    await screen.findByText('欠款已还清')
    expect(sent()).toMatchObject([{ id: cardId, amount: '12.34', pin: '135790' }])
    expect(screen.getByText('查看账单').getAttribute('href')).toBe(`#/pages/bill/bill?id=${billId}`)
  })

  test('leads to a deposit of what is missing', async () => {
    await show('2')
    const way = await screen.findByText(/充值 10\.34/)
    expect(way.getAttribute('href')).toContain('amount=10.34')
  })

  test('is told on the card tab, with the way to repaying it', async () => {
    signedInAs()
    stubApi({
      '/api/customer/card/50/1': done(cardsOf([owing])),
      '/api/common/cardType/1000/1': done(pageOf([])),
    })
    await renderPage('card', CardTab)
    await screen.findByText(/尾号 4821 的卡已停用，还欠 \$12\.34/)
    await waitFor(() => expect(screen.getByText('去还款').getAttribute('href')).toBe(repayPath))
  })
})
