import { waitingDeletion } from '../account/deletions.ts'
import { lockCard } from '../cards/cards.ts'
import { dueRenewals, endRenewal, isRenewable, lockRenewal, moveRenewal, putOff } from '../cards/renewals.ts'
import { type Db, transaction } from '../database/database.ts'
import { inTurn } from '../in-turn.ts'
import type { World } from '../world.ts'
import { enqueue } from './queue/outbox.ts'
import type { Schedule } from './queue/runner.ts'

const first = '00000000-0000-0000-0000-000000000000'

/** Has cards renewed whose owners have had their time to say no. */
export const renewCards: Schedule = {
  name: 'renew-cards',
  everyMs: 60_000,
  run: world => renewRound(world),
}

/** One round of it; each card in a commit of its own, and however many fail, all are tried. */
export async function renewRound(world: World, { pageSize = 200 } = {}): Promise<void> {
  await inTurn(pagesOf(world.db, pageSize), page =>
    inTurn(page, ({ cardId }) => transaction(world.db, db => ask(db, cardId))),
  )
  world.wake()
}

async function* pagesOf(db: Db, size: number) {
  let after: string | undefined = first
  while (after !== undefined) {
    const page: { id: string; cardId: string }[] = await dueRenewals(db, { after, size })
    yield page
    after = page.length === size ? page.at(-1)?.id : undefined
  }
}

/** From this commit on its owner has said yes. An account that is about to be deleted is waited for. */
async function ask(db: Db, cardId: string): Promise<void> {
  const card = await lockCard(db, cardId)
  const renewal = await lockRenewal(db, cardId)
  if (renewal?.state !== 'planned' || renewal.renew_at > new Date()) return
  if (!isRenewable(card)) return await endRenewal(db, renewal, 'dropped')
  if (await waitingDeletion(db, card.user_id)) return await putOff(db, renewal)
  await moveRenewal(db, renewal, 'asked')
  await enqueue(db, 'renew-card', { cardId }, { key: renewal.id })
}
