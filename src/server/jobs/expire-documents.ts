import { sql } from 'kysely'
import { nobody } from '../account/devices.ts'
import { transaction } from '../database/database.ts'
import { inTurn } from '../in-turn.ts'
import { tell } from '../messages/messages.ts'
import type { World } from '../world.ts'
import type { Schedule } from './queue/runner.ts'

const warnedDays = 30

/**
 * A verification ends with its document: the customer is told a month ahead and on the day, and verifies again. Cards they
 * have keep working.
 */
export const expireDocuments: Schedule = {
  name: 'expire-documents',
  everyMs: 60 * 60_000,
  run: world => expireAll(world),
}

/** One round of it; each customer's change and message in a commit of their own, and however many fail, all are tried. */
export async function expireAll({ db }: World, { pageSize = 200 } = {}): Promise<void> {
  await inTurn(pagesOf(db, pageSize), page => inTurn(page, ({ id }) => transaction(db, db => moveOn(db, id))))
}

async function* pagesOf(db: World['db'], size: number) {
  let after: string | undefined = nobody
  while (after !== undefined) {
    const { rows }: { rows: { id: string }[] } = await sql<{ id: string }>`
      select id from applicants
      where id > ${after} and status = 'approved' and (expires_on < current_date
        or (expires_on < current_date + ${warnedDays}::integer and warned_on is null))
      order by id limit ${size}`.execute(db)
    yield rows
    after = rows.length === size ? rows.at(-1)?.id : undefined
  }
}

async function moveOn(db: World['db'], applicantId: string): Promise<void> {
  const { rows } = await sql<{ user_id: string; status: string; expires_on: string }>`
    update applicants
    set status = case when expires_on < current_date then 'expired' else status end, warned_on = current_date
    where id = ${applicantId} and status = 'approved'
    returning user_id, status, expires_on`.execute(db)
  const [row] = rows
  if (!row) return
  const decision = row.status === 'expired' ? 'expired' : 'expiring'
  await tell(db, {
    userId: row.user_id,
    kind: 'verify',
    noticeType: 'verify',
    params: { decision, date: row.expires_on },
    action: '/pages/kyc/kyc',
    eventKey: `applicant:${applicantId}:${decision}`,
  })
}
