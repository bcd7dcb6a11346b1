import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeAll, describe, expect, test } from 'vitest'
import { repayDebt } from '../../../../../contract/wallet.ts'
import { undecided } from '../../../../decision/decision.ts'
import { done, renderPage, signedInAs, stubApi, typePin } from '../../../../testing/testing.tsx'
import CardTab from '../../card.tsx'
import CardDetail from '../../cardDetail.tsx'
import { cardId, cardsOf, master, pageOf, sampleCard } from '../../testing/samples.ts'

const path = '/api/customer/card/repayDebt'
const repayPath = `#/pages/cardDetail/cardDetail?id=${cardId}&open=repay`
const sentence = '尾号 4821 的卡已停用，还欠 $12.34。可以从钱包还清，不收费用。'
const owing = { ...sampleCard, status: 'closed', balance: '-12.34', available: '-12.34', frozenAmount: '0' }
const billId = '01990000-0000-7000-8000-000000000021'
const repaid = { amount: '12.34', paid: '12.34', walletAvailable: '27.66', billId }

beforeAll(() => import('./card-repay.tsx'))

type Answer = object | (() => object)

async function show(wallet: string, answer: Answer = done(repaid), card: object = owing) {
  signedInAs()
  const sent = stubApi({
    '/api/customer/card/detail': done(card),
    '/api/customer/card/cardTranscationList/20/1': done(pageOf([])),
    '/api/customer/cryptoCurrency/masterBudgetBalance': done({ ...master, available: wallet }),
    [path]: answer,
  })
  await renderPage('card', CardDetail, { query: { id: cardId, open: 'repay' } })
  await screen.findByText(/(不收费用。|可能已经成功.*)$/, { selector: 'dialog p' })
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

  test('is asked about under its key after silence, however late and whatever is owed since', async () => {
    let asked = 0
    const answer = () => {
      asked += 1
      return asked === 1 ? { status: 504, error: 'gateway', path } : done(repaid)
    }
    const early = await show('40', answer)
    fireEvent.click(screen.getByText('还清欠款'))
    await typePin()
    await screen.findByText(/可能已经成功/)
    cleanup()

    const late = await show('20', answer, { ...owing, balance: '-20', available: '-20' })
    fireEvent.click(screen.getByText('再次确认'))
    await typePin()
    await screen.findByText('欠款已还清')
    expect(late()).toEqual(early())
    expect(undecided(repayDebt)).toEqual([])
  })

  test('shows what is owed now once what was sent before is refused', async () => {
    await show('40', { status: 504, error: 'gateway', path })
    fireEvent.click(screen.getByText('还清欠款'))
    await typePin()
    await screen.findByText(/可能已经成功/)
    cleanup()

    const no = { code: 1405, key: 'quote_expired', msg: '', data: { total: '20' } }
    const sent = await show('40', no, { ...owing, balance: '-20', available: '-20' })
    fireEvent.click(screen.getByText('再次确认'))
    await typePin()
    await within(document.querySelector('dialog') as HTMLElement).findByText('$20.00')
    expect(undecided(repayDebt)).toEqual([])
    fireEvent.click(screen.getByText('还清欠款'))
    await typePin()
    await waitFor(() => expect(sent()).toHaveLength(2))
    const [first, second] = sent()
    expect(second).toMatchObject({ id: cardId, amount: '20' })
    expect(second).not.toMatchObject({ requestId: first?.requestId })
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
    await screen.findByText(sentence)
    await waitFor(() => expect(screen.getByText('去还款').getAttribute('href')).toBe(repayPath))
  })

  test('is told on its page in the same words, where repaying comes first', async () => {
    const [first, ...others] = await actionsOf(owing)
    expect(screen.getByText(sentence)).toBeTruthy()
    expect(first).toEqual(['去还款', repayPath])
    expect(others.map(([label]) => label)).not.toContain('转入钱包')
  })
})

async function showCard(card: object) {
  signedInAs()
  stubApi({
    '/api/customer/card/detail': done(card),
    '/api/customer/card/cardTranscationList/20/1': done(pageOf([])),
  })
  await renderPage('card', CardDetail, { query: { id: cardId } })
}

/** What can be done with a card in one tap. */
async function actionsOf(card: object) {
  await showCard(card)
  const bar = await screen.findByRole('navigation', { name: '卡片操作' })
  return within(bar)
    .getAllByRole<HTMLAnchorElement>('link')
    .map(({ textContent, hash }) => [textContent, hash])
}

test('of one that the issuer froze is repaid, for it takes no recharge', async () => {
  const [first] = await actionsOf({ ...owing, status: 'frozen_risk' })
  expect(first).toEqual(['去还款', repayPath])
})

test.each(['negative', 'frozen_user'])('of one that is %s is repaid or recharged', async status => {
  const [first, second] = await actionsOf({ ...owing, status })
  expect(first?.[0]).toBe('充值')
  expect(second).toEqual(['去还款', repayPath])
})

test.each([
  ['active', '5', ['充值', '转入钱包', '消费记录']],
  ['frozen_risk', '5', ['消费记录']],
  ['closed', '5', ['转入钱包', '消费记录']],
])('a card that is %s with %s offers what it can do', async (status, balance, labels) => {
  const actions = await actionsOf({ ...owing, status, balance, available: balance })
  expect(actions.map(([label]) => label)).toEqual(labels)
})

test('a card that is over with nothing on it offers nothing that could only be refused', async () => {
  await showCard({ ...owing, status: 'lost', balance: '0', available: '0' })
  await screen.findByText('这张卡已挂失，不能再使用。')
  expect(screen.queryByRole('navigation', { name: '卡片操作' })).toBeNull()
})
