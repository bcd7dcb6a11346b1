import { evenOut, lockStandIn } from '../cards/money/stand-in.ts'
import { type Carried, carrySettings, keepStandIn } from '../cards/states/carried.ts'
import type { CardTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { inTurn } from '../in-turn.ts'
import { tell } from '../messages/messages.ts'
import { showEvened } from './carried-debt.ts'

type NamedCard = Pick<CardTable, 'id' | 'user_id' | 'last4'>

/**
 * Lets a new card go on as its owner had set the lost one that it stands in for, and owe what that and the lost ones before
 * it owed, in the commit that writes it. The caller has locked these, its line (`lockLine`).
 */
export async function carryOver(
  db: Db,
  { from, line, to }: { from: string; line: readonly CardTable[]; to: NamedCard },
): Promise<void> {
  await keepStandIn(db, { fromCardId: from, toCardId: to.id })
  await inTurn(line, lost => carryDebt(db, lost))
  const carried = await carrySettings(db, { fromCardId: from, toCardId: to.id })
  if (carried) await tellCarried(db, to, carried)
}

async function carryDebt(db: Db, lost: CardTable) {
  const evened = await evenOut(db, { card: lost, standIn: await lockStandIn(db, lost) })
  if (evened) await showEvened(db, lost, evened)
}

async function tellCarried(db: Db, { id, user_id: userId, last4 }: NamedCard, { wasAuto }: Carried) {
  await tell(db, {
    userId,
    kind: 'system',
    noticeType: 'cardState',
    params: { status: wasAuto ? 'carriedAuto' : 'carried', last4 },
    action: `/pages/cardDetail/cardDetail?id=${id}${wasAuto ? '&open=auto' : ''}`,
    eventKey: `card-carried:${id}`,
  })
}
