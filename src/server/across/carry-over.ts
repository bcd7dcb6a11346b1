import { type Carried, carrySettings } from '../cards/states/carried.ts'
import type { CardTable } from '../cards/tables.ts'
import type { Db } from '../database/database.ts'
import { tell } from '../messages/messages.ts'

type NamedCard = Pick<CardTable, 'id' | 'user_id' | 'last4'>

/** Lets a new card go on as its owner had set the lost one that it stands in for, in the commit that writes it. */
export async function carryOver(db: Db, { from, to }: { from: string; to: NamedCard }): Promise<void> {
  const carried = await carrySettings(db, { fromCardId: from, toCardId: to.id })
  if (carried) await tellCarried(db, to, carried)
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
