import { defineCommand } from 'citty'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { atDesk, json, print } from './desk.ts'

/** `ops approvals …` */
export const approvalCommands = defineCommand({
  meta: { name: 'approvals', description: 'What takes two different operators' },
  subCommands: {
    list: defineCommand({
      meta: {
        name: 'list',
        description: 'What one operator has asked for and another one has to ask for too, oldest first',
      },
      args: { json },
      run: ({ args }) =>
        atDesk(async ({ db, operator }) => {
          const waiting = (await seconded(db)).map(row => ({ ...row, isYours: row.first === operator }))
          // What belongs to it is no cell of a table.
          print(
            args.json ? waiting : waiting.map(row => ({ ...row, detail: written(row.detail) })),
            args.json,
          )
        }),
    }),
  },
})

interface Waiting {
  verb: string
  subject: string
  /** Who has asked for it. */
  first: string
  detail: Record<string, unknown>
  asked_at: Date
  /** Until when a second one is in time; null for what waits as long as it takes. */
  until: Date | null
}

/** As `withSecond` finds it, and the withdrawals that one operator has let go. */
async function seconded(db: Db): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select * from (
      select left(verb, -length('.asked')) as verb, subject, operator as first, detail, created_at as asked_at,
        created_at + interval '1 day' as until
      from told_audits a
      where verb like '%.asked' and created_at > now() - interval '1 day' and not exists (
        select from audits d
        where d.verb = left(a.verb, -length('.asked')) and d.subject = a.subject and d.created_at >= a.created_at
      )
      union all
      select case a.stage when 'review' then 'withdrawal.approve' else 'withdrawal.release-hold' end, w.id::text,
        min(a.operator), '{}'::jsonb, min(a.created_at), null
      from withdrawal_approvals a join withdrawals w on w.id = a.withdrawal_id and w.status = a.stage
      group by w.id, a.stage having count(*) = 1
    ) as waiting
    order by asked_at`.execute(db)
  return rows
}

function written(detail: Record<string, unknown>): string {
  return Object.entries(detail)
    .map(([name, value]) => `${name}: ${value}`)
    .join(', ')
}
