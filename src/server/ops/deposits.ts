import { defineCommand } from 'citty'
import { format } from '../../contract/money.ts'
import { goOnAfterLoss } from '../across/lost-deposits.ts'
import { audit } from '../audits/audit.ts'
import { heldBecause, letGoOn } from '../chain/deposits/held.ts'
import { writeOff } from '../chain/deposits/losses.ts'
import { type Db, transaction } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { masked } from './mask.ts'
import { withSecond } from './two-people.ts'

const id = { type: 'positional', description: "the deposit's id", required: true } as const
const held = { type: 'boolean', description: 'only those that are held', default: false } as const
const lost = {
  type: 'boolean',
  description: 'only credited ones whose block was lost',
  default: false,
} as const

/** `ops deposits …` */
export const depositCommands = defineCommand({
  meta: { name: 'deposits', description: 'What comes from the chain' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'What is not credited yet, or was lost afterwards; oldest first' },
      args: { held, lost, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await deposits(db, args), args.json)),
    }),
    show: defineCommand({
      meta: { name: 'show', description: 'One deposit with its alarms' },
      args: { id, json },
      run: ({ args }) => atDesk(async ({ db }) => print([await everythingOf(db, args.id)], args.json)),
    }),
    strays: defineCommand({
      meta: {
        name: 'strays',
        description: 'Tokens we do not carry that came to our addresses, newest first',
      },
      args: { json },
      run: ({ args }) => atDesk(async ({ db }) => print(await strays(db), args.json)),
    }),
    retry: defineCommand({
      meta: { name: 'retry', description: 'Has one credited that the books refused, with the next block' },
      args: { id, json },
      run: ({ args }) =>
        atDesk(async desk => {
          await retry(desk, args.id)
          print([{ id: args.id, status: 'seen' }], args.json)
        }),
    }),
    release: defineCommand({
      meta: {
        name: 'release',
        description: 'Has one credited that is held for any reason; it takes two different operators',
      },
      args: { id, json },
      run: ({ args }) => atDesk(desk => release(desk, args)),
    }),
    'write-off': defineCommand({
      meta: {
        name: 'write-off',
        description:
          'Books a lost one as our loss; the customer keeps it, and their account goes on. It takes two different operators',
      },
      args: { id, json },
      run: ({ args }) => atDesk(desk => takeLoss(desk, args)),
    }),
  },
})

interface Asked {
  id: string
  json: boolean
}

async function retry({ db, operator }: Desk, depositId: string) {
  await transaction(db, async db => {
    const because = await letGoOn(db, { depositId, answeredFor: ['deposit_unpostable'] })
    // Once somebody has closed its alarm, nobody knows any more why it is held.
    if (because.length === 0) throw new PlainError('This deposit has no open alarm: release it instead.')
    await audit(db, { operator, verb: 'deposit.retry', subject: depositId })
  })
}

async function release({ db, operator }: Desk, { id, json }: Asked) {
  const deed = { operator, verb: 'deposit.release', subject: id }
  const { isDone } = await withSecond(db, deed, db =>
    letGoOn(db, { depositId: id, answeredFor: heldBecause }),
  )
  print([{ id, status: isDone ? 'seen' : 'held', approvalsMissing: isDone ? 0 : 1 }], json)
}

async function takeLoss({ db, operator }: Desk, { id, json }: Asked) {
  const deed = { operator, verb: 'deposit.write-off', subject: id }
  const { isDone, result } = await withSecond(db, deed, async db => {
    const { transferId, userId } = await writeOff(db, id)
    await goOnAfterLoss(db, userId)
    return { transferId }
  })
  print([{ id, isWrittenOff: isDone, approvalsMissing: isDone ? 0 : 1, ...result }], json)
}

async function deposits(db: Db, { held, lost }: { held: boolean; lost: boolean }) {
  const rows = await db
    .selectFrom('deposits')
    .innerJoin('users', 'users.id', 'deposits.user_id')
    .select([
      'deposits.id',
      'deposits.user_id',
      'users.email',
      'network',
      'tx_hash',
      'log_index',
      'amount_minor',
      'deposits.currency',
      'status',
      'confirms',
      'seen_at',
      'lost_at',
      'loss_transfer_id',
    ])
    .where(eb => {
      const isLost = eb('lost_at', 'is not', null)
      if (lost) return isLost
      return held ? eb('status', '=', 'held') : eb.or([eb('status', '<>', 'credited'), isLost])
    })
    .orderBy('deposits.id')
    .execute()
  return rows.map(({ amount_minor, ...row }) => ({
    ...masked(row),
    amount: format(amount_minor, row.currency),
  }))
}

async function everythingOf(db: Db, depositId: string) {
  const { amount_minor, ...row } = await db
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow(() => new PlainError('There is no deposit with this id.'))
  const alarms = await db
    .selectFrom('alarms')
    .select(['id', 'kind', 'detail', 'created_at', 'settled_at'])
    .where('subject', '=', depositId)
    .orderBy('created_at')
    .execute()
  return { ...row, amount: format(amount_minor, row.currency), alarms }
}

async function strays(db: Db) {
  const rows = await db
    .selectFrom('strays')
    .innerJoin('users', 'users.id', 'strays.user_id')
    .select(['strays.user_id', 'users.email', 'network', 'tx_hash', 'token', 'address'])
    .select(['amount_raw', 'seen_at', 'told_at'])
    .orderBy('strays.id', 'desc')
    .limit(200)
    .execute()
  return rows.map(masked)
}
