import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { convertToCardBalance } from '../../../src/contract/wallet.ts'
import { handleIssuerEvent } from '../../../src/server/jobs/issuer-event.ts'
import { openCard } from '../../../src/server/jobs/open-card.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import {
  cardOf,
  moneyOf,
  openedCard,
  posting,
  readyCustomer,
  sendHook,
  startCardWorld,
  type TestCard,
  workLater,
} from '../../fixtures/cards/cardholder.ts'
import { reportedLost } from '../../fixtures/cards/replaced.ts'
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
  const orderId = await reportedLost(tested, owner, lost)
  // The issuer replaces closed cards only.
  await tested.world.db.deleteFrom('jobs').where('kind', '=', 'open-card').execute()
  await workLater(tested)
  const early = await claimsOn(lost, 6)
  await Promise.all([...followed(early), openCard(tested.world, { orderId })])
  const standIn = await cardOf(tested, orderId, owner.token)
  const balances = async () => [
    (await moneyOf(tested, owner, lost)).card,
    (await moneyOf(tested, owner, standIn)).card,
  ]
  const [nothing, owed = 0n] = await balances()
  expect([nothing, owed <= -1800n]).toEqual([0n, true])

  const late = await claimsOn(lost, 6)
  const recharge = () => ({
    ...{ cardId: standIn.cardId, amount: '10', currency: 'USDT', pin: testPin },
    requestId: randomUUID(),
  })
  await Promise.all([
    ...followed(late),
    ...Array.from({ length: 3 }, () => tested.succeed(convertToCardBalance, recharge(), owner.token)),
  ])
  expect(await balances()).toEqual([0n, owed * 2n + 3000n])
  expect(await checkLedger(tested.world.db)).toMatchObject({ disagreement: null })
})
