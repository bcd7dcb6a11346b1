import { defineCommand } from 'citty'
import { type ChainedAudit, checkAudits } from '../audits/chain.ts'
import type { Db } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, json, print } from './desk.ts'

const subject = { type: 'string', description: 'only what was done to this' } as const
const operator = { type: 'string', description: 'only what this operator did' } as const
const head = {
  type: 'string',
  description: 'number:hash of a row as it was noted elsewhere; fails when the audit no longer has it',
} as const

/** `ops audits …` */
export const auditCommands = defineCommand({
  meta: { name: 'audits', description: 'What operators did' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'The latest 200 rows, newest first' },
      args: { subject, operator, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await latest(db, args), args.json)),
    }),
    check: defineCommand({
      meta: {
        name: 'check',
        description:
          'Recomputes the chain of hashes and fails at the first break; note the head it prints elsewhere',
      },
      args: { head, json },
      run: ({ args }) =>
        atDesk(async ({ db }) => {
          const report = await checkAudits(db, { head: headIn(args.head) })
          print([{ agrees: report.brokenAt === null, ...report }], args.json)
          if (report.brokenAt !== null) process.exitCode = 1
        }),
    }),
  },
})

function headIn(text: string | undefined): ChainedAudit | null {
  if (text === undefined) return null
  const [, number = '', hash = ''] = /^(\d{1,18}):([0-9a-f]{64})$/.exec(text) ?? []
  if (!number) throw new PlainError('--head is a number and a hash, as check prints them.')
  return { number: BigInt(number), hash }
}

async function latest(
  db: Db,
  { subject, operator }: { subject?: string | undefined; operator?: string | undefined },
) {
  const rows = await db
    .selectFrom('told_audits')
    .select(['number', 'created_at', 'operator', 'verb', 'subject', 'detail'])
    .$if(subject !== undefined, query => query.where('subject', '=', subject as string))
    .$if(operator !== undefined, query => query.where('operator', '=', operator as string))
    .orderBy('number', 'desc')
    .limit(200)
    .execute()
  return rows.map(({ detail, ...row }) => ({ ...row, detail: JSON.stringify(detail) }))
}
