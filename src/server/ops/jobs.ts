import { defineCommand } from 'citty'
import { audit } from '../audits/audit.ts'
import { type Db, transaction } from '../database/database.ts'
import { retryJob } from '../jobs/queue/outbox.ts'
import { atDesk, json, print } from './desk.ts'

const id = { type: 'positional', description: "the job's id", required: true } as const
const dead = { type: 'boolean', description: 'only those that were given up', default: false } as const

/** `ops jobs …` */
export const jobCommands = defineCommand({
  meta: { name: 'jobs', description: 'What happens later or again' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'Jobs that failed at least once, or were given up' },
      args: { dead, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await failedJobs(db, args.dead), args.json)),
    }),
    retry: defineCommand({
      meta: { name: 'retry', description: 'Has a job run now, and again until it succeeds' },
      args: { id, json },
      run: ({ args }) =>
        atDesk(async ({ db, operator }) => {
          await transaction(db, async db => {
            const kind = await retryJob(db, args.id)
            await audit(db, { operator, verb: 'job.retry', subject: args.id, detail: { kind } })
          })
          print([{ id: args.id, isDead: false }], args.json)
        }),
    }),
  },
})

/** Without their payloads: letters carry codes. */
async function failedJobs(db: Db, isDead: boolean) {
  const query = db
    .selectFrom('jobs')
    .select(['id', 'kind', 'key', 'attempts', 'last_error', 'is_dead', 'run_at'])
    .orderBy('id')
  return await (isDead
    ? query.where('is_dead', '=', true)
    : query.where('last_error', 'is not', null)
  ).execute()
}
