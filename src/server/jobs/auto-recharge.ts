import { sql } from 'kysely'
import { format } from '../../contract/money.ts'
import { standsStill } from '../account/standstill.ts'
import { showRecharges } from '../across/recharge-books.ts'
import { isOver } from '../cards/cards.ts'
import {
  autoAmount,
  autoRechargeOf,
  autoUsed,
  hasAutoRecharged,
  pauseAutoRecharge,
} from '../cards/money/auto-recharge.ts'
import { lockCardMoney, type MovedCard } from '../cards/money/card-money.ts'
import { haveRecharged, planRecharge, type RechargePlan } from '../cards/money/recharging.ts'
import { type Db, transaction } from '../database/database.ts'
import { pipelined } from '../database/pipeline.ts'
import { Refused } from '../http/refused.ts'
import { newId } from '../id.ts'
import { postAll } from '../ledger/ledger.ts'
import { tell } from '../messages/messages.ts'
import type { World } from '../world.ts'

/**
 * Asks for an automatic recharge where a fact has left less on a card than its owner wants, in the caller's transaction:
 * one statement, and nothing for cards without. The caller has locked the card.
 */
export async function askForAutoRecharge(
  db: Db,
  { card, cause }: { card: MovedCard; cause: string },
): Promise<void> {
  await sql`
    insert into jobs (id, kind, key, payload, run_at, attempts, is_dead)
    select ${newId()}, 'auto-recharge', ${`auto-recharge:${card.id}:${cause}`},
      ${JSON.stringify({ cardId: card.id, cause })}::jsonb, now(), 0, false
    from auto_recharges r join accounts a on a.id = ${card.account_id}
    where r.card_id = ${card.id} and r.is_on and a.balance_minor - a.held_minor < r.threshold_minor
    on conflict do nothing`.execute(db)
}

/**
 * Recharges a card from its owner's wallet as a recharge by hand does, once for each cause: all of it is one commit under
 * the lock of the card, so a repeat, another node or a second cause finds it done. Frozen, closed or about to be deleted
 * it waits in silence; with too little in the wallet, or at a cap, it says so once.
 */
export async function autoRecharge(
  world: World,
  { cardId, cause }: { cardId: string; cause: string },
): Promise<void> {
  await transaction(world.db, db => rechargeOnce(db, { cardId, cause }))
}

async function rechargeOnce(db: Db, { cardId, cause }: { cardId: string; cause: string }): Promise<void> {
  const seen = await autoRechargeOf(db, cardId)
  if (!seen) return
  const [money] = await lockCardMoney(db, [{ userId: seen.user_id, cardId }])
  const row = await autoRechargeOf(db, cardId)
  if (!money || !row?.is_on || (await hasAutoRecharged(db, { cardId, cause }))) return
  const { card, onCard } = money
  const { availableMinor } = onCard
  if (availableMinor >= row.threshold_minor || !(await mayMove(db, card))) return
  const amountMinor = autoAmount(row, { card, availableMinor, used: await autoUsed(db, cardId) })
  if (amountMinor === null) return await pause(db, { card, by: 'cap' })
  const hasRecharged = (await haveRecharged(db, [card.user_id])).has(card.user_id)
  const plan = planOrNull({ ...money, hasRecharged }, amountMinor)
  if (!plan) return await pause(db, { card, by: 'wallet' })
  const transfers = plan.transfers.map(({ idempotencyKey: _, ...transfer }, index) => ({
    ...transfer,
    idempotencyKey: `auto-recharge${index > 0 ? '-fee' : ''}:${cardId}:${cause}`,
  }))
  const posted = await postAll(db, transfers)
  const transferIds = posted.map(({ transferId }) => transferId)
  const done = { ...plan, transfers, transferIds, autoCause: cause }
  await pipelined(db, db => showRecharges(db, [done]))
  await pauseAutoRecharge(db, { cardId, by: null })
}

/** Frozen is frozen for this, too: nobody is there to say yes. */
async function mayMove(db: Db, card: MovedCard): Promise<boolean> {
  if (isOver(card) || card.status === 'frozen_user' || card.status === 'frozen_risk') return false
  return !(await standsStill(db, card.user_id))
}

function planOrNull(money: Parameters<typeof planRecharge>[0], amountMinor: bigint): RechargePlan | null {
  try {
    return planRecharge(money, format(amountMinor, 'USD'))
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}

/** Told once: the next one that happens, or another rule, begins anew. */
async function pause(db: Db, { card, by }: { card: MovedCard; by: 'wallet' | 'cap' }): Promise<void> {
  if (!(await pauseAutoRecharge(db, { cardId: card.id, by }))) return
  await tell(db, {
    userId: card.user_id,
    kind: 'system',
    noticeType: 'cardState',
    params: { status: by === 'wallet' ? 'autoShort' : 'autoCap', last4: card.last4 },
    action: `/pages/cardDetail/cardDetail?id=${card.id}&open=auto`,
    eventKey: `auto-recharge-pause:${newId()}`,
  })
}
