import { isOver } from '../cards/cards.ts'
import { type AddressOwner, type Retire, retire } from '../chain/deposits/addresses.ts'
import type { Db } from '../database/database.ts'
import { tell } from '../messages/messages.ts'

/** Gives a deposit address out no more, and tells its customer, who may have saved it elsewhere. */
export const retireAddress: Retire = async (db, address) => {
  const owner = await retire(db, address)
  if (owner && !(await isGone(db, owner.userId))) await tellRetired(db, { ...owner, address })
}

async function isGone(db: Db, userId: string): Promise<boolean> {
  const user = db.selectFrom('users').select('email').where('id', '=', userId)
  return (await user.executeTakeFirstOrThrow()).email === null
}

/** The new address is shown in the app alone: a letter that names one could be anybody's. */
async function tellRetired(
  db: Db,
  { userId, cardId, network, address }: AddressOwner & { network: string; address: string },
): Promise<void> {
  const card = cardId === null ? null : await cardOf(db, cardId)
  const isCardOver = card !== null && isOver(card)
  const own = `/pages/transferIn/transferIn?coin=USDT&chain=${network}`
  await tell(db, {
    userId,
    kind: 'system',
    noticeType: 'deposit',
    params: {
      state: isCardOver ? 'addressGone' : 'addressReplaced',
      chain: network,
      address,
      ...(card && { last4: card.last4 }),
    },
    action: card && !isCardOver ? `/pages/rechargeCard/rechargeCard?cardId=${cardId}` : own,
    eventKey: `address-retired:${address}`,
  })
}

async function cardOf(db: Db, cardId: string) {
  return await db
    .selectFrom('cards')
    .select(['last4', 'status'])
    .where('id', '=', cardId)
    .executeTakeFirstOrThrow()
}
