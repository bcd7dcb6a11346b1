import { defineCommand } from 'citty'
import { sql } from 'kysely'
import { format, parse } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { fundedUnder, fundMarketing, marketingBalance } from '../invites/marketing.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { checkedKey } from './key.ts'
import { withSecond } from './two-people.ts'

const amount = { type: 'positional', description: 'in USDT', required: true } as const
const reason = { type: 'string', description: 'what it is for', required: true } as const
const key = {
  type: 'string',
  description: 'names it: it is done once, however often it is asked for',
  required: true,
} as const

/** `ops invite …` */
export const inviteCommands = defineCommand({
  meta: { name: 'invite', description: 'Rewards for invitations' },
  subCommands: {
    balance: defineCommand({
      meta: { name: 'balance', description: 'What is set aside for rewards, and what is owed beyond it' },
      args: { json },
      run: ({ args }) => atDesk(async ({ db }) => print([await standing(db)], args.json)),
    }),
    list: defineCommand({
      meta: { name: 'list', description: 'Rewards of the last 30 days, newest first' },
      args: { json },
      run: ({ args }) => atDesk(async ({ db }) => print(await rewards(db), args.json)),
    }),
    fund: defineCommand({
      meta: {
        name: 'fund',
        description: 'Sets own money aside for rewards; it takes two different operators',
      },
      args: { amount, reason, key, json },
      run: ({ args }) => atDesk(desk => fund(desk, args)),
    }),
  },
})

async function standing(db: Db) {
  const { owed } = await db
    .selectFrom('rewards')
    .select(sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('owed'))
    .where('status', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return { setAside: format(await marketingBalance(db), 'USDT'), owed: format(owed, 'USDT') }
}

async function rewards(db: Db) {
  const rows = await db
    .selectFrom('rewards')
    .select(['invitee_id', 'referrer_id', 'amount_minor', 'status', 'reason', 'created_at', 'paid_at'])
    .where('created_at', '>', new Date(Date.now() - 30 * 24 * 60 * 60_000))
    .orderBy('created_at', 'desc')
    .limit(500)
    .execute()
  return rows.map(({ amount_minor, ...row }) => ({ ...row, amount: format(amount_minor, 'USDT') }))
}

async function fund(
  { db, operator }: Desk,
  { amount, reason, key, json }: { amount: string; reason: string; key: string; json: boolean },
) {
  checkedKey(key)
  const amountMinor = parse(amount, 'USDT')
  if (amountMinor === null || amountMinor <= 0n) throw new PlainError('An amount of USDT is expected.')
  const deed = { operator, verb: 'marketing.fund', subject: key, detail: { amount, reason } }
  const funding = { amountMinor, key }
  const { isDone, result } = await withSecond(
    db,
    deed,
    db => fundMarketing(db, funding),
    db => fundedBefore(db, funding),
  )
  print(
    [{ key, amount, isFunded: isDone, approvalsMissing: isDone ? 0 : 1, ...result, ...(await standing(db)) }],
    json,
  )
}

/** The transfer that was made under this key. Throws when that was another amount. */
async function fundedBefore(
  db: Db,
  { amountMinor, key }: { amountMinor: bigint; key: string },
): Promise<{ transferId: string } | null> {
  const done = await fundedUnder(db, key)
  if (done && done.amountMinor !== amountMinor) throw new PlainError('This key names another amount.')
  return done ? { transferId: done.transferId } : null
}
