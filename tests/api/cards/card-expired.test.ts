import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { detail } from '../../../src/contract/card.ts'
import { convertToMasterBalance, queryTransferIn } from '../../../src/contract/wallet.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import {
  ask,
  moneyOf,
  openedCard,
  posting,
  question,
  readyCustomer,
  type TestCard,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'
import { begin, cardWith, customer, named, noticesOf, tested } from '../../fixtures/cards/controlled.ts'

beforeAll(begin)
afterAll(() => tested.close())

/** The issuer tells that the date on a card is over. */
const expire = ({ issuerCardId }: TestCard) =>
  tellEvent(tested, 'card.updated', { cardId: issuerCardId, state: 'expired' })

describe('a card that has expired', () => {
  test('pays nothing, its money is in the wallet, and its customer is told once and led to its page', async () => {
    const card = await cardWith('100')
    await ask(tested, question(card, { amount: '20.00' }))
    const before = await moneyOf(tested, customer, card)
    for (let times = 0; times < 2; times++) await expire(card)
    const after = await moneyOf(tested, customer, card)
    expect([after.card, after.held, after.wallet - before.wallet]).toEqual([2010n, 2010n, 79_900_000n])
    expect(await ask(tested, question(card, { amount: '1.00' }))).toMatchObject({ reason: 'card_expired' })
    const [newest, ...earlier] = await noticesOf('cardState')
    expect(newest).toEqual({
      params: { status: 'expired', last4: card.last4, amount: '79.9', currency: 'USDT' },
      action: `/pages/cardDetail/cardDetail?id=${card.cardId}`,
    })
    expect(earlier.map(({ params }) => params.last4)).not.toContain(card.last4)
    await tellEvent(tested, 'card.updated', { cardId: card.issuerCardId, state: 'active' })
    expect(await tested.succeed(detail, { id: card.cardId }, customer.token)).toMatchObject({
      status: 'expired',
      available: '0',
    })
  })

  test('lets go of what is released and of refunds, to the wallet; of a debt only what is repaid stays', async () => {
    const [card, owner] = [await cardWith('100'), customer]
    const [gone, kept] = [question(card, { amount: '20.00' }), question(card, { amount: '30.00' })]
    for (const asked of [gone, kept]) await ask(tested, asked)
    await expire(card)
    const before = await moneyOf(tested, owner, card)
    await tellEvent(tested, 'authorization.expired', { threadId: gone.threadId, cardId: gone.cardId })
    const freed = await moneyOf(tested, owner, card)
    expect([freed.card, freed.held, freed.wallet - before.wallet]).toEqual([3015n, 3015n, 20_100_000n])
    await tellEvent(
      tested,
      'clearing.posted',
      posting(card, '32.00', { threadId: kept.threadId, final: true }),
    )
    expect((await moneyOf(tested, owner, card)).card).toBe(-201n)
    await tellEvent(tested, 'refund.posted', posting(card, '32.00', { threadId: kept.threadId }))
    const refunded = await moneyOf(tested, owner, card)
    expect([refunded.card, refunded.held, refunded.wallet - freed.wallet]).toEqual([0n, 0n, 29_990_000n])
  })

  test('while the issuer had frozen it keeps its money until the issuer lets go or closes it', async () => {
    for (const end of ['closed', 'active']) {
      const card = await cardWith('100')
      const [asked, { issuerCardId }] = [question(card, { amount: '20.00' }), card]
      await ask(tested, asked)
      await tellEvent(tested, 'card.updated', { cardId: issuerCardId, state: 'frozen' })
      const before = await moneyOf(tested, customer, card)
      await expire(card)
      await tellEvent(tested, 'authorization.reversed', { ...named(asked), amount: '20.00' })
      await tellEvent(tested, 'refund.posted', posting(card, '5.00'))
      expect((await noticesOf('cardState'))[0]?.params).toEqual({ status: 'expiredHeld', last4: card.last4 })
      const out = {
        cardId: card.cardId,
        currency: 'USDT',
        amount: '1',
        pin: testPin,
        requestId: randomUUID(),
      }
      const refused = await tested.send(convertToMasterBalance, out, customer.token)
      expect(refused).toMatchObject({ key: 'card_frozen' })
      expect(await moneyOf(tested, customer, card)).toEqual({ ...before, card: 10_500n, held: 0n })
      for (let times = 0; times < 2; times++)
        await tellEvent(tested, 'card.updated', { cardId: issuerCardId, state: end })
      const after = await moneyOf(tested, customer, card)
      expect([after.card, after.wallet - before.wallet]).toEqual([0n, 105_000_000n])
      expect((await noticesOf('cardTransfer'))[0]?.params).toMatchObject({ what: 'freed', amount: '105' })
      const { status } = await tested.succeed(detail, { id: card.cardId }, customer.token)
      expect(status).toBe('expired')
    }
  })

  test('makes room for another one, and takes no money any more', async () => {
    const owner = await readyCustomer(tested, '200')
    for (let count = 0; count < 4; count++) await openedCard(tested, owner)
    const card = await openedCard(tested, owner)
    await expire(card)
    await openedCard(tested, owner)
    const input = { cardId: card.cardId, currency: 'USDT', chain: 'ERC20' }
    expect(await tested.send(queryTransferIn, input, owner.token)).toMatchObject({ key: 'card_closed' })
  })
})
