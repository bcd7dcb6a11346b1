import { defineCommand } from 'citty'
import { format } from '../../contract/money.ts'
import type { Db } from '../database/database.ts'
import { firstBrokenProof } from '../ledger/proofs/check-proofs.ts'
import { publishedDays, publishedOf } from '../ledger/proofs/proofs.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, json, print } from './desk.ts'

const day = {
  type: 'string',
  description: 'reckons what was published of this day anew; fails at the first disagreement',
} as const

/** Days that are listed. */
const listed = 14

/** `ops ledger proofs` */
export const proofsCommand = defineCommand({
  meta: {
    name: 'proofs',
    description:
      'What was published that customers are owed: total and root of each coin, of the latest two weeks',
  },
  args: { day, json },
  run: ({ args }) =>
    atDesk(async ({ db }) => {
      if (args.day === undefined) return print(await latest(db), args.json)
      if (!/^20\d\d-\d\d-\d\d$/.test(args.day) || Number.isNaN(Date.parse(args.day)))
        throw new PlainError('--day is a day, as 2026-11-26.')
      const disagreement = await checked(db, args.day)
      print([{ agrees: !disagreement, day: args.day, ...(disagreement && { disagreement }) }], args.json)
      if (disagreement) process.exitCode = 1
    }),
})

async function latest(db: Db) {
  const { days } = await publishedDays(db, { page: 1, pageSize: listed })
  const roots = await publishedOf(
    db,
    days.map(({ day }) => day),
  )
  return roots.map(({ day, currency, totalMinor, root }) => ({
    day,
    currency,
    owed: format(totalMinor, currency),
    root,
  }))
}

/** Everything is read, of one moment. */
async function checked(db: Db, day: string) {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(db => firstBrokenProof(db, day))
}
