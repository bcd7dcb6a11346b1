import { afterAll, beforeAll, expect, test } from 'vitest'
import { cardTranscationList, spending } from '../../../src/contract/card.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { ask, posting, question, tellEvent } from '../../fixtures/cards/cardholder.ts'
import { boughtAt } from '../../fixtures/cards/dated.ts'
import { begin, card, customer, tested } from '../../fixtures/cards/one-card.ts'

beforeAll(() => begin({ wallet: '2000', onCard: '1000' }))
afterAll(() => tested.close())

async function asked(amount: string) {
  const question_ = question(card, { amount })
  await ask(tested, question_)
  return question_
}
async function claimed(amount: string) {
  const { threadId } = await asked(amount)
  await tellEvent(tested, 'clearing.posted', posting(card, amount, { threadId, final: true }))
  return threadId
}
const refund = (threadId: string, amount: string) =>
  tellEvent(tested, 'refund.posted', posting(card, amount, { threadId }))
const put = (threadId: string, at: string) => boughtAt(tested, { threadId }, new Date(at))

const spent = (input: object = {}) =>
  tested.succeed(
    spending,
    { cardId: card.cardId, month: '2026-08', timezone: 'UTC', ...input },
    customer.token,
  )

test('what a card spent is told by month, net of refunds and with what is on hold, as its purchases have it', async () => {
  const first = await claimed('20.00')
  const held = (await asked('30.00')).threadId
  const partly = await claimed('40.00')
  await refund(partly, '15.00')
  const back = await claimed('50.00')
  await refund(back, '50.00')
  const reversed = await asked('60.00')
  await tellEvent(tested, 'authorization.reversed', {
    threadId: reversed.threadId,
    cardId: card.issuerCardId,
    amount: '60.00',
  })
  const declined = (await asked('9000.00')).threadId
  await put(first, '2026-03-01T00:00:00Z')
  for (const threadId of [held, partly, back, reversed.threadId, declined])
    await put(threadId, '2026-08-31T18:00:00Z')

  expect(await spent()).toEqual([
    { month: '2026-03', amount: '20' },
    { month: '2026-04', amount: '0' },
    { month: '2026-05', amount: '0' },
    { month: '2026-06', amount: '0' },
    { month: '2026-07', amount: '0' },
    { month: '2026-08', amount: '55' },
  ])
  const page = { pageSize: 100, page: 1, cardId: card.cardId, month: '2026-08', timezone: 'UTC' }
  const { list } = await tested.succeed(cardTranscationList, page, customer.token)
  const counted = list.filter(({ status, amount }) => /posted|pending/.test(status) && amount.startsWith('-'))
  expect(counted.reduce((sum, { amount }) => sum - Number(amount), 0)).toBe(55)

  const later = await spent({ month: '2026-09', timezone: 'Asia/Shanghai' })
  expect(later.at(-1)).toEqual({ month: '2026-09', amount: '55' })
  expect(later[0]).toEqual({ month: '2026-04', amount: '0' })
  expect(await spent({ month: '2026-02' })).toEqual(
    ['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02'].map(month => ({ month, amount: '0' })),
  )
})

test('the months are those of the time zone, up to now by default; a stranger hears nothing', async () => {
  const now = await tested.succeed(spending, { cardId: card.cardId }, customer.token)
  expect(now).toHaveLength(6)
  expect(
    await tested.send(spending, { cardId: card.cardId, timezone: 'Kiln/Street' }, customer.token),
  ).toMatchObject({
    data: { fields: { timezone: 'timezone' } },
  })
  const stranger = await newCustomer(tested)
  expect(await tested.send(spending, { cardId: card.cardId }, stranger.token)).toMatchObject({ status: 403 })
})
