import { defineCommand } from 'citty'
import { format } from '../../contract/money.ts'
import { goOnAfterLoss } from '../across/lost-deposits.ts'
import { continueBillOf } from '../across/withdrawal-words.ts'
import { writeOffPayment } from '../chain/withdrawals/undone.ts'
import type { Db } from '../database/database.ts'
import { approve, giveUp, refusalReasons, refuse } from '../jobs/review-withdrawal.ts'
import { chosen, codeFlag, noteFlag, noteTo } from './choice.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { masked } from './mask.ts'
import { signingCommands } from './signing.ts'
import { withSecond } from './two-people.ts'

const id = { type: 'positional', description: "the withdrawal's id", required: true } as const

/** `ops withdrawals …` */
export const withdrawalCommands = defineCommand({
  meta: { name: 'withdrawals', description: 'What leaves the wallet for the chain' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'What has not ended, oldest first' },
      args: { json },
      run: ({ args }) => atDesk(async ({ db }) => print(await openWithdrawals(db), args.json)),
    }),
    show: defineCommand({
      meta: { name: 'show', description: 'One withdrawal with its attempts and approvals' },
      args: { id, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await everythingOf(db, args.id), args.json)),
    }),
    approve: defineCommand({
      meta: { name: 'approve', description: 'Lets one in review go; it takes two different operators' },
      args: { id, json },
      run: ({ args }) => vote(args, 'review'),
    }),
    'release-hold': defineCommand({
      meta: {
        name: 'release-hold',
        description:
          'Lets one that is held be paid: what is reserved stays so. It takes two different operators',
      },
      args: { id, json },
      run: ({ args }) => vote(args, 'held'),
    }),
    'write-off': defineCommand({
      meta: {
        name: 'write-off',
        description:
          'Books one as our loss that was paid after its money was given back; the account of its customer goes on. It takes two different operators',
      },
      args: { id, json },
      run: ({ args }) => atDesk(desk => takeLoss(desk, args)),
    }),
    ...signingCommands,
    refuse: defineCommand({
      meta: {
        name: 'refuse',
        description:
          'Refuses one in review or held, and gives back what was reserved; a signed one that the chain leaves unproven takes two different operators',
      },
      args: { id, reason: codeFlag(refusalReasons), note: noteFlag, json },
      run: ({ args }) => atDesk(desk => refuseOne(desk, args)),
    }),
  },
})

async function vote({ id: withdrawalId, json }: { id: string; json: boolean }, stage: 'review' | 'held') {
  await atDesk(async ({ db, operator }) => {
    const approvalsMissing = await approve(db, { withdrawalId, operator, stage })
    print([{ id: withdrawalId, status: approvalsMissing ? stage : 'queued', approvalsMissing }], json)
  })
}

async function refuseOne(
  { db, operator }: Desk,
  { id, json, ...why }: { id: string; reason: string; note: string; json: boolean },
) {
  const reason = chosen(refusalReasons, why.reason)
  const note = noteTo(reason, why.note)
  const row = await db.selectFrom('withdrawals').select('nonce').where('id', '=', id).executeTakeFirst()
  if (row?.nonce == null) {
    await refuse(db, { withdrawalId: id, operator, reason, note })
    return print([{ id, status: 'failed' }], json)
  }
  const deed = { operator, verb: 'withdrawal.give-up', subject: id, words: { ...(note && { note }) } }
  const { isDone } = await withSecond(db, deed, db => giveUp(db, { withdrawalId: id, note }))
  print([{ id, status: isDone ? 'failed' : 'sent', approvalsMissing: isDone ? 0 : 1 }], json)
}

async function takeLoss({ db, operator }: Desk, { id, json }: { id: string; json: boolean }) {
  const deed = { operator, verb: 'withdrawal.write-off', subject: id }
  const { isDone, result } = await withSecond(db, deed, async db => {
    const { transferId, withdrawal } = await writeOffPayment(db, id)
    await continueBillOf(db, withdrawal, { step: { what: 'adjusted' } })
    await goOnAfterLoss(db, withdrawal.user_id)
    return { transferId }
  })
  print([{ id, isWrittenOff: isDone, approvalsMissing: isDone ? 0 : 1, ...result }], json)
}

async function openWithdrawals(db: Db) {
  const rows = await db
    .selectFrom('withdrawals')
    .innerJoin('users', 'users.id', 'withdrawals.user_id')
    .select([
      'withdrawals.id',
      'withdrawals.user_id',
      'users.email',
      'status',
      'reason',
      'amount_minor',
      'withdrawals.currency',
      'network',
      'address',
      'nonce',
      'withdrawals.created_at',
    ])
    .where(eb =>
      eb.or([
        eb('status', 'in', ['review', 'held', 'queued', 'sent', 'confirming']),
        eb('undone_at', 'is not', null),
      ]),
    )
    .orderBy('withdrawals.created_at')
    .execute()
  return rows.map(({ amount_minor, ...row }) => ({
    ...masked(row),
    amount: format(amount_minor, row.currency),
  }))
}

async function everythingOf(db: Db, withdrawalId: string) {
  const row = await db
    .selectFrom('withdrawals')
    .selectAll()
    .where('id', '=', withdrawalId)
    .executeTakeFirstOrThrow()
  const attempts = await db
    .selectFrom('withdrawal_attempts')
    .select(['number', 'tx_hash', 'nonce', 'max_fee_raw', 'broadcast_at', 'answer'])
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('number')
    .execute()
  const approvals = await db
    .selectFrom('withdrawal_approvals')
    .select(['stage', 'operator', 'created_at'])
    .where('withdrawal_id', '=', withdrawalId)
    .orderBy('created_at')
    .execute()
  const { amount_minor, fee_minor, receive_minor, currency, ...rest } = row
  const amounts = {
    amount: format(amount_minor, currency),
    fee: format(fee_minor, currency),
    receive: format(receive_minor, currency),
  }
  return [{ ...rest, currency, ...amounts, attempts, approvals }]
}
