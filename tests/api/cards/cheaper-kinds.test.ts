import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cheaper } from '../../../src/contract/cost.ts'
import { format, parse } from '../../../src/contract/money.ts'
import { convertToCardBalance } from '../../../src/contract/wallet.ts'
import { kindOf, purchaseFees } from '../../../src/server/cards/kinds.ts'
import { cheaperKinds } from '../../../src/server/cards/money/cheaper-kinds.ts'
import { switchKind } from '../../../src/server/cards/offers.ts'
import { newCustomer, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import {
  openedCard,
  posting,
  readyCustomer,
  shop,
  startCardWorld,
  type TestCard,
  tellEvent,
} from '../../fixtures/cards/cardholder.ts'
import { boughtAt, timePasses } from '../../fixtures/cards/dated.ts'
import { throughout } from '../../fixtures/throughout.ts'

const tested = throughout(startCardWorld)

const inHongKong = { ...shop, city: 'Hong Kong', country: 'HK' }
const bought = (card: TestCard, amount: string, merchant = inHongKong) =>
  tellEvent(tested, 'clearing.posted', posting(card, amount, { merchant, final: true }))
const compared = ({ token }: TestCustomer) => tested.succeed(cheaper, {}, token)

/** A customer whose Celadon was opened with 1,000 USD and recharged with 2,000 more. */
async function spender(): Promise<[TestCustomer, TestCard]> {
  const customer = await readyCustomer(tested, '4000')
  const card = await openedCard(tested, customer, { rechargeAmount: '1000' })
  const input = {
    cardId: card.cardId,
    amount: '2000',
    currency: 'USDT',
    pin: testPin,
    requestId: randomUUID(),
  }
  await tested.succeed(convertToCardBalance, input, customer.token)
  return [customer, card]
}

describe('cheaper kinds of cards', () => {
  test('are none of who has no card, and none that would save less than 5 USDT', async () => {
    expect((await compared(await newCustomer(tested))).kinds).toEqual([])
    const [customer, card] = await spender()
    // Celadon: 30 of recharges and 2 % of 700 abroad. Cobalt: 24, and 10 and 12 to have it; nothing at home.
    await bought(card, '350.00')
    await bought(card, '349.99')
    expect(await compared(customer)).toMatchObject({ paid: '44', kinds: [] })
  })

  test('are told with what they would have cost by the rules that charge, opening and a year included', async () => {
    const [customer, card] = await spender()
    await bought(card, '1000.00')
    await bought(card, '1900.00')
    expect(await compared(customer)).toMatchObject({
      // 30 for 3,000 recharged, 14.5 and 43.5 for 2,900 spent abroad; opening is not counted.
      paid: '88',
      kinds: [
        {
          cardTypeId: 'cobalt',
          cardTypeName: 'Cobalt',
          cost: '46',
          saves: '42',
          openFee: '10',
          annualFee: '12',
          isOwned: false,
        },
        // Its 1.8 % and 1.2 % and 8 for opening come to 96.2: none. A physical one has to be mailed: none.
      ],
    })
    const { userId } = customer
    const since = new Date(Date.now() + 1000)
    expect(await cheaperKinds(tested.world.db, { userId, since })).toEqual({ paidMinor: 0n, kinds: [] })

    await switchKind(tested.world.db, { id: 'cobalt', isOn: false, operator: 'ada' })
    expect((await compared(customer)).kinds).toEqual([])
    await switchKind(tested.world.db, { id: 'cobalt', isOn: true, operator: 'ada' })
    await openedCard(tested, customer, { cardTypeId: 'cobalt' })
    expect((await compared(customer)).kinds).toMatchObject([{ cost: '36', openFee: '0', isOwned: true }])
  })

  test('cost to the unit what each purchase would have, rounded by itself', async () => {
    const [customer, card] = await spender()
    const amounts = ['1000.01', '1899.99', '0.01', '33.37'] as const
    for (const amount of amounts) await bought(card, amount)
    await bought(card, '12.34', { ...shop, country: 'IE' })
    await bought(card, '20.00', { ...shop, country: 'nowhere' })
    const kind = kindOf({ card_type_id: 'cobalt' })
    const paid = [
      ...amounts.map(amount => ({ amountMinor: parse(amount, 'USD') ?? 0n, country: 'HK' })),
      { amountMinor: 12_34n, country: 'IE' },
      { amountMinor: 20_00n, country: '' },
    ]
    const fees = paid.flatMap(purchase => purchaseFees(kind, purchase))
    const usdMinor = fees.reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
    const recharged = 3_000_000_000n * BigInt(kind.rechargeFeeBps)
    const cost = usdMinor * 10_000n + recharged / 10_000n + kind.openFeeMinor + kind.annualFeeMinor
    const { kinds } = await compared(customer)
    expect(kinds.find(({ cardTypeId }) => cardTypeId === 'cobalt')?.cost).toBe(format(cost, 'USDT'))
  })

  test('are only those whose limits would have allowed all of it', async () => {
    const [customer, card] = await spender()
    const atHome = { ...shop, country: 'IE' }
    // In Ireland Oxblood asks for nothing: 36 and 8 instead of 30 and 58.
    await bought(card, '2900.00', atHome)
    expect((await compared(customer)).kinds[0]).toMatchObject({ cardTypeId: 'oxblood', saves: '44' })
    await bought(card, '3000.01', atHome)
    expect((await compared(customer)).kinds.map(({ cardTypeId }) => cardTypeId)).not.toContain('oxblood')
  })

  test('look at what was bought within a day and within a month, too', async () => {
    const [customer, card] = await spender()
    const atHome = { ...shop, country: 'IE' }
    const isOffered = async () =>
      (await compared(customer)).kinds.some(({ cardTypeId }) => cardTypeId === 'oxblood')
    await bought(card, '3000.00', atHome)
    await timePasses(tested, card, 2)
    await bought(card, '3000.00', atHome)
    expect(await isOffered()).toBe(true)
    const last = posting(card, '0.01', { merchant: atHome, final: true })
    await tellEvent(tested, 'clearing.posted', last)
    expect(await isOffered()).toBe(false)
    await boughtAt(tested, { threadId: last.id }, new Date(Date.now() - 25 * 60 * 60_000))
    expect(await isOffered()).toBe(true)
  })
})
