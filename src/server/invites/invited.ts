import { sql } from 'kysely'
import type { Output } from '../../contract/call.ts'
import type * as invite from '../../contract/invite.ts'
import { format } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import type { RewardReason, RewardTable } from './tables.ts'

type Friend = Output<typeof invite.invited>['list'][number]

/** One page of the people a customer has invited, newest first. */
export async function invitedBy(
  db: Db,
  { userId, page, pageSize }: { userId: string; page: number; pageSize: number },
): Promise<Output<typeof invite.invited>> {
  const { rows } = await sql<Row>`
    select u.email, u.created_at as registered_at, ${stepsOf}, r.status, r.amount_minor, r.reason, r.paid_at,
      r.created_at as decided_at
    from users u left join rewards r on r.invitee_id = u.id
    where u.referred_by_id = ${userId}
    order by u.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(db)
  // Counted last, as `pageOf` does.
  const { total } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<bigint>().as('total'))
    .where('referred_by_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { list: rows.map(friendOf), total: Number(total), page, pageSize }
}

/** How far the people a customer has invited have come, and what was earned with them; minor units of USDT. */
export async function invitationsOf(db: Db, userId: string) {
  const { rows } = await sql<{
    invited: bigint
    certified: bigint
    with_card: bigint
    rewarded: bigint
    earned: bigint
    waiting: bigint
  }>`
    select count(*) as invited, count(certified_at) as certified, count(first_card_at) as with_card,
      (select count(*) from rewards where referrer_id = ${userId} and status = 'paid') as rewarded,
      ${sumOf(userId, 'paid')} as earned, ${sumOf(userId, 'waiting')} as waiting
    from (select ${stepsOf} from users u where u.referred_by_id = ${userId}) as friends`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('counting gives a row')
  return counts
}

/** Whose code this is: the first letter of their nickname, where they have one. */
export async function inviterOf(db: Db, referCode: string): Promise<Output<typeof invite.inviter>> {
  const nobody = { isKnown: false, name: null }
  const code = referCode.trim().toUpperCase()
  if (!/^[0-9A-Z]{8}$/.test(code)) return nobody
  const row = await db
    .selectFrom('users')
    .select('nickname')
    .where('refer_code', '=', code)
    .executeTakeFirst()
  if (!row) return nobody
  const [letter] = row.nickname ?? ''
  return { isKnown: true, name: letter ? `${letter}***` : null }
}

/** Of people who have left since, too. */
function sumOf(userId: string, status: RewardTable['status']) {
  return sql`(
    select coalesce(sum(amount_minor), 0)::bigint from rewards where referrer_id = ${userId} and status = ${status})`
}

/** The moments of each step of `u`. */
const stepsOf = sql`
  (select min(coalesce(a.decided_at, a.created_at)) from applicants a
    where a.user_id = u.id and a.status = 'approved') as certified_at,
  (select min(c.created_at) from cards c where c.user_id = u.id) as first_card_at,
  least(
    (select min(x.created_at) from recharges x where x.user_id = u.id),
    (select min(b.updated_at) from bills b where b.user_id = u.id and b.kind = 'remittance' and b.status = 'done')
  ) as recharged_at`

interface Row {
  email: string
  registered_at: Date
  certified_at: Date | null
  first_card_at: Date | null
  recharged_at: Date | null
  status: RewardTable['status'] | null
  amount_minor: bigint | null
  reason: RewardReason | null
  paid_at: Date | null
  decided_at: Date | null
}

function friendOf(row: Row): Friend {
  return {
    email: shortEmail(row.email),
    registeredAt: row.registered_at.toISOString(),
    certifiedAt: row.certified_at?.toISOString() ?? null,
    firstCardAt: row.first_card_at?.toISOString() ?? null,
    rechargedAt: row.recharged_at?.toISOString() ?? null,
    reward: rewardOf(row),
  }
}

function rewardOf({
  status,
  amount_minor,
  reason,
  paid_at,
  decided_at,
  certified_at,
}: Row): Friend['reward'] {
  if (!status) {
    const missing = certified_at ? 'not_recharged' : 'not_certified'
    return { state: 'none', amount: null, at: null, reason: missing }
  }
  return {
    state: status,
    amount: status === 'refused' ? null : format(amount_minor ?? 0n, 'USDT'),
    at: (paid_at ?? decided_at)?.toISOString() ?? null,
    reason,
  }
}

/** Two letters, and of the domain one and its ending: the address is somebody else's. */
function shortEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const ending = email.slice(email.lastIndexOf('.'))
  return `${email.slice(0, Math.min(at, 2))}***@${email.slice(at + 1, at + 2)}***${ending}`
}
