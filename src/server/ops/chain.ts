import { defineCommand } from 'citty'
import { format } from '../../contract/money.ts'
import { adjustedInFavour } from '../across/adjust.ts'
import { depositBooks } from '../across/deposit-books.ts'
import { audit } from '../audits/audit.ts'
import { checkChain } from '../chain/check.ts'
import { cursorOf } from '../chain/cursor.ts'
import type { DepositRow } from '../chain/deposits/deposit.ts'
import { readAnew, takeMissed } from '../chain/deposits/rereading.ts'
import { goOn, resumeFrom } from '../chain/deposits/resuming.ts'
import { type Db, transaction } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'
import { atChain, type ChainDesk } from './chain-desk.ts'
import { json, print } from './desk.ts'
import { withSecond } from './two-people.ts'

const from = {
  type: 'string',
  description: 'go back to this block and read from there; it takes two different operators',
} as const

const height = {
  type: 'positional',
  description: 'the height of a block that was read',
  required: true,
} as const

const althoughAdjusted = {
  type: 'boolean',
  description:
    'although a customer of these deposits was adjusted: that was for something else; it takes two different operators',
  default: false,
} as const

/** `ops chain …` */
export const chainCommands = defineCommand({
  meta: { name: 'chain', description: 'The chain, and how far we have read it' },
  subCommands: {
    status: defineCommand({
      meta: { name: 'status', description: 'How far the reader is, and what waits' },
      args: { json },
      run: ({ args }) => atChain(async desk => print([await statusOf(desk)], args.json)),
    }),
    resume: defineCommand({
      meta: {
        name: 'resume',
        description:
          'Has a stopped reader look again, or go back to a block; after the loss of credited deposits it takes two different operators',
      },
      args: { from, json },
      run: ({ args }) => atChain(desk => resume(desk, args)),
    }),
    reread: defineCommand({
      meta: {
        name: 'reread',
        description:
          'Reads one block anew and has deposits credited that the books do not have; refused while an adjustment may stand for one',
      },
      args: { height, 'although-adjusted': althoughAdjusted, json },
      run: ({ args }) => atChain(desk => reread(desk, args)),
    }),
    check: defineCommand({
      meta: {
        name: 'check',
        description: 'Compares the books with the chain to the last unit; fails at the first disagreement',
      },
      args: { json },
      run: ({ args }) =>
        atChain(async ({ db, chain, treasury }) => {
          const { disagreement, ...seen } = await checkChain(db, { chain, treasury })
          print([{ agrees: !disagreement, ...seen, ...(disagreement && { disagreement }) }], args.json)
          if (disagreement) process.exitCode = 1
        }),
    }),
  },
})

async function statusOf({ db, chain }: ChainDesk) {
  const { network } = chain
  const cursor = await db
    .selectFrom('chain_cursors')
    .selectAll()
    .where('network', '=', network)
    .executeTakeFirst()
  const counts = await db
    .selectFrom('deposits')
    .select(['status', eb => eb.fn.countAll<bigint>().as('count')])
    .where('network', '=', network)
    .where('status', 'in', ['seen', 'confirming', 'below_min', 'held', 'orphaned'])
    .groupBy('status')
    .execute()
  const head = await chain.head().catch((error: Error) => error.message)
  const behind = cursor && typeof head === 'bigint' ? head - cursor.height : null
  const waiting = Object.fromEntries(counts.map(({ status, count }) => [status, count]))
  return { network, head, read: cursor?.height ?? null, behind, stopped: cursor?.stopped ?? null, ...waiting }
}

/**
 * Looking again is harmless: what is wrong stops it again. Going back believes the chain as it is now, and so does going
 * on after credited deposits were lost.
 */
async function resume(
  { db, chain, operator }: ChainDesk,
  args: { from?: string | undefined; json: boolean },
) {
  const { network } = chain
  if (args.from === undefined) return await lookAgain({ db, chain, operator }, args)
  if (!/^\d{1,18}$/.test(args.from)) throw new PlainError('--from is the height of a block.')
  const height = BigInt(args.from)
  const hash = await chain.hashAt(height)
  if (hash === null) throw new PlainError('The chain has no such block.')
  const deed = { operator, verb: 'chain.resume-from', subject: network, detail: { height: args.from, hash } }
  const { isDone } = await withSecond(db, deed, db =>
    resumeFrom(db, { network, height, hash, books: depositBooks(chain) }),
  )
  print([{ network, from: height, isResumed: isDone, approvalsMissing: isDone ? 0 : 1 }], args.json)
}

/**
 * One operator is enough: only what the chain itself shows is credited, and only once, however often this is asked for. But
 * where the customer of such a deposit was given something by hand, that may have been for this very deposit: then it takes
 * two operators who know that it was not.
 */
async function reread(
  { db, chain, operator }: ChainDesk,
  args: { height: string; 'although-adjusted': boolean; json: boolean },
): Promise<void> {
  if (!/^\d{1,18}$/.test(args.height)) throw new PlainError('That is no height of a block.')
  const height = BigInt(args.height)
  const read = await readAnew(db, { chain, height })
  const { hash } = read.block
  const { network } = chain
  const detail = { height: args.height, hash }
  const take = (db: Db) => takeMissed(db, { ...read, chain, books: depositBooks(chain) })
  if (args['although-adjusted']) {
    const deed = { operator, verb: 'chain.reread-adjusted', subject: network, detail }
    const { isDone, result } = await withSecond(db, deed, take)
    const found = (result ?? []).map(shownFound)
    return print([{ network, height, hash, found, approvalsMissing: isDone ? 0 : 1 }], args.json)
  }
  const deposits = await transaction(db, async db => {
    const missed = await take(db)
    await refuseAdjusted(db, missed)
    const deposits = missed.map(({ id }) => id)
    await audit(db, { operator, verb: 'chain.reread', subject: network, detail: { ...detail, deposits } })
    return missed
  })
  print([{ network, height, hash, found: deposits.map(shownFound) }], args.json)
}

async function refuseAdjusted(db: Db, missed: readonly DepositRow[]): Promise<void> {
  const userIds = missed.map(({ user_id }) => user_id)
  const [adjusted] = userIds.length > 0 ? await adjustedInFavour(db, userIds) : []
  if (!adjusted) return
  const { userId, transferId } = adjusted
  throw new PlainError(
    `The customer ${userId} was given something by hand (transfer ${transferId}), perhaps for this deposit: take that back first, or ask with --although-adjusted.`,
  )
}

function shownFound({ id, user_id, tx_hash, currency, amount_minor, status }: DepositRow) {
  return { id, user_id, tx_hash, amount: `${format(amount_minor, currency)} ${currency}`, status }
}

async function lookAgain(
  { db, chain: { network }, operator }: Pick<ChainDesk, 'db' | 'chain' | 'operator'>,
  { json }: { json: boolean },
) {
  const deed = { operator, verb: 'chain.resume', subject: network }
  const stopped = (await cursorOf(db, network))?.stopped ?? null
  if (stopped !== 'credited_lost') {
    await transaction(db, async db => {
      await goOn(db, network)
      await audit(db, deed)
    })
    return print([{ network, stopped: null }], json)
  }
  const { isDone } = await withSecond(db, { ...deed, detail: { stopped } }, db => goOn(db, network))
  print([{ network, stopped: isDone ? null : stopped, approvalsMissing: isDone ? 0 : 1 }], json)
}
