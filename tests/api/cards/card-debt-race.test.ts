import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { cards } from '../../../src/contract/card.ts'
import * as control from '../../../src/contract/card-control.ts'
import { convertToCardBalance } from '../../../src/contract/wallet.ts'
import { handleIssuerEvent } from '../../../src/server/jobs/issuer-event.ts'
import { openCard } from '../../../src/server/jobs/open-card.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import {
  moneyOf,
  openedCard,
  posting,
  readyCustomer,
  sendHook,
  startCardWorld,
  type TestCard,
  workLater,
} from '../../fixtures/cards/cardholder.ts'
import { throughout } from '../../fixtures/throughout.ts'

const tested = throughout(startCardWorld)

/** Claims on a card that are kept and not followed yet. */
async function claimsOn(card: TestCard, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => `evt_${randomUUID()}`)
  for (const id of ids) {
    const data = posting(card, '3.00', { final: true })
    await sendHook(tested, 'events', { id, type: 'clearing.posted', at: new Date().toISOString(), data })
  }
  return ids
}

const followed = (ids: string[]) => ids.map(eventId => handleIssuerEvent(tested.world, { eventId }))

test('whatever is claimed while a lost card is replaced, and its stand-in recharged, is owed once', async () => {
  const owner = await readyCustomer(tested, '500')
  const lost = await openedCard(tested, owner, { rechargeAmount: '10' })
  const report = { id: lost.cardId, why: 'lost', replace: true, pin: testPin, requestId: randomUUID() }
  const { orderId } = await tested.succeed(control.reportLost, report, owner.token)
  // The issuer replaces closed cards only.
  await tested.world.db.deleteFrom('jobs').where('kind', '=', 'open-card').execute()
  await workLater(tested)
  const early = await claimsOn(lost, 6)
  await Promise.all([...followed(early), openCard(tested.world, { orderId: orderId ?? '' })])
  const { list } = await tested.succeed(cards, { pageSize: 10, page: 1 }, owner.token)
  const id = list.find(({ status }) => status !== 'lost')?.id ?? ''
  const row = await tested.world.db
    .selectFrom('cards')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const standIn = {
    cardId: id,
    issuerCardId: row.issuer_card_id,
    accountId: row.account_id,
    last4: row.last4,
  }
  const balances = async () => [
    (await moneyOf(tested, owner, lost)).card,
    (await moneyOf(tested, owner, standIn)).card,
  ]
  const [nothing, owed = 0n] = await balances()
  expect([nothing, owed <= -1800n]).toEqual([0n, true])

  const late = await claimsOn(lost, 6)
  const recharge = () => ({
    ...{ cardId: id, amount: '10', currency: 'USDT', pin: testPin },
    requestId: randomUUID(),
  })
  await Promise.all([
    ...followed(late),
    ...Array.from({ length: 3 }, () => tested.succeed(convertToCardBalance, recharge(), owner.token)),
  ])
  expect(await balances()).toEqual([0n, owed * 2n + 3000n])
  expect(await checkLedger(tested.world.db)).toMatchObject({ disagreement: null })
})
