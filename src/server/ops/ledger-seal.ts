import { defineCommand } from 'citty'
import type { Db } from '../database/database.ts'
import { firstBrokenDay } from '../ledger/check-seals.ts'
import { latestSeal, type Seal, sealOf } from '../ledger/seals.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, json, print } from './desk.ts'

const against = {
  type: 'string',
  description: 'day:seal as it was noted elsewhere; fails when the books up to that day are others',
} as const

/** `ops ledger seal` */
export const sealCommand = defineCommand({
  meta: {
    name: 'seal',
    description:
      'The newest seal of the books, to be noted where nobody who can write here can: the day and its hash',
  },
  args: { against, json },
  run: ({ args }) =>
    atDesk(async ({ db }) => {
      if (args.against === undefined) return print(shown(await latestSeal(db)), args.json)
      const compared = await compare(db, args.against)
      print([compared], args.json)
      if (!compared.agrees) process.exitCode = 1
    }),
})

function shown(seal: Seal | null) {
  if (!seal) return []
  const { day, transfers, entries } = seal
  return [{ note: `${day}:${seal.seal}`, transfers, entries }]
}

/** A seal that is still the same proves nothing by itself: what it was made of is read again, up to its day. */
async function compare(db: Db, note: string) {
  const [, day = '', noted = ''] = /^(\d{4}-\d\d-\d\d):([0-9a-f]{64})$/.exec(note) ?? []
  if (!day || Number.isNaN(Date.parse(day)))
    throw new PlainError('--against is a day and a hash, as seal prints them.')
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async db => {
      const seal = (await sealOf(db, day))?.seal ?? null
      const brokenDay = (await firstBrokenDay(db, { until: day }))?.id ?? null
      return { agrees: seal === noted && brokenDay === null, day, noted, found: seal ?? 'no seal', brokenDay }
    })
}
