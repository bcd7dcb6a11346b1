import { defineCommand } from 'citty'
import { format } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, json, print } from './desk.ts'
import { masked } from './mask.ts'

const number = { type: 'positional', description: "the dispute's number", required: true } as const
const all = { type: 'boolean', description: 'ended ones too', default: false } as const

/** `ops disputes …`: the issuer decides; what is left to us is to look. Pictures: `ops feedback picture`. */
export const disputeCommands = defineCommand({
  meta: { name: 'disputes', description: 'Purchases that customers contest' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'What has not ended, oldest first' },
      args: { all, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await underWay(db, args.all), args.json)),
    }),
    show: defineCommand({
      meta: { name: 'show', description: 'One dispute with what was said and its pictures' },
      args: { number, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await everythingOf(db, args.number), args.json)),
    }),
  },
})

async function underWay(db: Db, isAll: boolean) {
  const query = db
    .selectFrom('disputes')
    .innerJoin('users', 'users.id', 'disputes.user_id')
    .select([
      'number',
      'disputes.user_id',
      'users.email',
      'reason',
      'amount_minor',
      'status',
      'evidence_by',
      'withdraw_asked_at',
      'disputes.created_at',
    ])
    .orderBy('number')
  const rows = await (isAll ? query : query.where('ended_at', 'is', null)).execute()
  return rows.map(({ amount_minor, ...row }) => ({ ...masked(row), amount: format(amount_minor, 'USD') }))
}

async function everythingOf(db: Db, number: string) {
  if (!/^\d{1,15}$/.test(number)) throw new PlainError('A dispute is named by its number.')
  const dispute = await db
    .selectFrom('disputes')
    .innerJoin('users', 'users.id', 'disputes.user_id')
    .innerJoin('cards', 'cards.id', 'disputes.card_id')
    .selectAll('disputes')
    .select(['users.email', 'cards.last4', 'cards.issuer_card_id'])
    .where('number', '=', BigInt(number))
    .executeTakeFirst()
  if (!dispute) throw new PlainError('There is no dispute with this number.')
  const lines = await db
    .selectFrom('dispute_lines')
    .select(['id', 'text', 'status', 'created_at'])
    .where('dispute_id', '=', dispute.id)
    .orderBy('id')
    .execute()
  const pictures = await db
    .selectFrom('ticket_pictures')
    .innerJoin('dispute_lines', 'dispute_lines.id', 'dispute_line_id')
    .select('path')
    .where('dispute_id', '=', dispute.id)
    .execute()
  const { amount_minor, request_id, ...row } = dispute
  return [
    {
      ...masked(row),
      amount: format(amount_minor, 'USD'),
      lines,
      pictures: pictures.map(({ path }) => path),
    },
  ]
}
