import { defineCommand } from 'citty'
import { type Currency, format, parse } from '../../contract/money.ts'
import { type Adjusted, type Adjustment, adjust, adjustmentReasons } from '../across/adjust.ts'
import type { Db } from '../database/database.ts'
import { isId } from '../id.ts'
import { AlreadyReversed, KeyReused, Overdrawn } from '../ledger/ledger.ts'
import { PlainError } from '../plain-error.ts'
import { chosen, codeFlag, noteFlag, noteTo } from './choice.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { checkedKey } from './key.ts'
import { withSecond } from './two-people.ts'

const text = (description: string) => ({ type: 'string', description, required: true }) as const

/** `ops ledger adjust …` */
export const adjustCommand = defineCommand({
  meta: {
    name: 'adjust',
    description:
      'Corrects what a customer holds; it takes two different operators who give the very same words',
  },
  args: {
    account: { type: 'positional', description: "the account's id: a wallet or a card", required: true },
    amount: text('what the account receives, such as 12.50; write --amount=-12.50 for what it gives'),
    reason: codeFlag(adjustmentReasons),
    note: noteFlag,
    key: text('names this adjustment: it is done once, however often it is asked for'),
    reverses: {
      type: 'string',
      description: 'the transfer of an earlier adjustment that this one takes back',
    },
    json,
  },
  run: ({ args }) => atDesk(desk => carryOut(desk, args)),
})

interface Asked {
  account: string
  amount: string
  reason: string
  note: string
  key: string
  reverses?: string | undefined
  json: boolean
}

async function carryOut({ db, operator }: Desk, { json, ...asked }: Asked): Promise<void> {
  const adjustment = await read(db, asked)
  const { key, note, ...detail } = asked
  const words = { ...(note && { note }) }
  const deed = { operator, verb: 'ledger.adjust', subject: key, detail, words, whose: asked.account }
  const { isDone, result } = await withSecond(
    db,
    deed,
    db => adjust(db, adjustment).catch(error => inWords(error, adjustment)),
    db => earlier(db, adjustment),
  )
  print([{ key, isAdjusted: isDone, approvalsMissing: isDone ? 0 : 1, ...result }], json)
}

async function read(
  db: Db,
  { account, amount, reason, note, key, reverses }: Omit<Asked, 'json'>,
): Promise<Adjustment> {
  checkedKey(key)
  const why = { reason: chosen(adjustmentReasons, reason), note: noteTo(reason, note) }
  for (const id of [account, reverses]) {
    if (id !== undefined && !isId(id)) throw new PlainError(`${id} is no id.`)
  }
  const row = await db.selectFrom('accounts').select('currency').where('id', '=', account).executeTakeFirst()
  if (!row) throw new PlainError('There is no account with this id.')
  const amountMinor = parse(amount, row.currency as Currency)
  if (amountMinor === null || amountMinor === 0n) {
    throw new PlainError(
      `--amount is an amount in ${row.currency}, such as ${format(1250000n, row.currency as Currency)}.`,
    )
  }
  return { accountId: account, amountMinor, ...why, key, reverses }
}

/** The adjustment that was done under this key. Throws when it was another one. */
async function earlier(db: Db, { key, accountId, amountMinor }: Adjustment): Promise<Adjusted | null> {
  const done = await db
    .selectFrom('transfers')
    .innerJoin('entries', 'entries.transfer_id', 'transfers.id')
    .select(['transfers.id', 'amount_minor'])
    .where('idempotency_key', '=', `adjust:${key}`)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (done && done.amount_minor !== amountMinor) throw new PlainError('This key names another adjustment.')
  return done ? { transferId: done.id, isReplay: true } : null
}

function inWords(error: unknown, { amountMinor }: Adjustment): never {
  const isOverdrawn = error instanceof Overdrawn
  if (isOverdrawn && amountMinor < 0n) throw new PlainError('The account has too little.')
  // 22003: the balance would be beyond what its column holds.
  if (isOverdrawn || (error as { code?: string }).code === '22003')
    throw new PlainError('An account cannot hold so much.')
  if (error instanceof KeyReused) throw new PlainError('This key names another adjustment.')
  if (error instanceof AlreadyReversed) throw new PlainError('This adjustment was taken back already.')
  throw error
}
