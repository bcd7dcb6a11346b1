import { defineCommand } from 'citty'
import { audit } from '../audits/audit.ts'
import { halt } from '../chain/halts.ts'
import { signOn, standstillOf, stopsOf } from '../chain/nonces.ts'
import { type Db, transaction } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { withSecond } from './two-people.ts'

const network = { type: 'positional', description: 'the network', required: true } as const

const useUp = {
  type: 'string',
  description:
    'the last nonce that may have been signed with and is not in the books, or none: all up to it are used up first, by transactions that pay nobody; needed in another life of the database',
} as const

/** Whether withdrawals are signed at all: `ops withdrawals status`, `stop` and `resume`. */
export const signingCommands = {
  status: defineCommand({
    meta: {
      name: 'status',
      description: 'Whether withdrawals are signed on each network, and what keeps them',
    },
    args: { json },
    run: ({ args }) => atDesk(async ({ db }) => print(await standing(db), args.json)),
  }),
  stop: defineCommand({
    meta: {
      name: 'stop',
      description:
        'Stops all signing and giving back at once, as before a snapshot of disks; two different operators resume it',
    },
    args: { network, json },
    run: ({ args }) => atDesk(desk => stop(desk, args)),
  }),
  resume: defineCommand({
    meta: {
      name: 'resume',
      description:
        'Signs on after a stop, in a database that was restored, copied or promoted, or after the hot wallet has paid what the books do not know; it takes two different operators',
    },
    args: { network, 'use-up': useUp, json },
    run: ({ args }) => atDesk(desk => resume(desk, args)),
  }),
}

async function standing(db: Db) {
  const rows = await db
    .selectFrom('chain_nonces')
    .select(['network', 'next_nonce'])
    .orderBy('network')
    .execute()
  return await Promise.all(
    rows.map(async ({ network, next_nonce }) => {
      const found = await standstillOf(db, network)
      return { network, next: next_nonce, isSigning: !found, ...found }
    }),
  )
}

async function stop({ db, operator }: Desk, { network, json }: { network: string; json: boolean }) {
  await transaction(db, async db => {
    await halt(db, { network, operator })
    await audit(db, { operator, verb: 'withdrawal.stop', subject: network })
  })
  print([{ network, isSigning: false }], json)
}

/** Both have the same in mind: what they let go on, in which life, and up to which nonce. */
async function resume(
  { db, operator }: Desk,
  { network, json, 'use-up': last }: { network: string; json: boolean; 'use-up'?: string | undefined },
) {
  if (last !== undefined && !/^(\d{1,15}|none)$/.test(last))
    throw new PlainError('--use-up is a nonce, or none.')
  const useUpTo = last === undefined ? {} : { useUpTo: last === 'none' ? null : BigInt(last) }
  const detail = { ...(await stopsOf(db, network)), ...(last !== undefined && { useUpTo: last }) }
  const deed = { operator, verb: 'withdrawal.resume', subject: network, detail }
  const { isDone } = await withSecond(db, deed, db => signOn(db, network, useUpTo))
  print([{ network, isResumed: isDone, approvalsMissing: isDone ? 0 : 1 }], json)
}
