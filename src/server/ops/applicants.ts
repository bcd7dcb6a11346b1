import { defineCommand } from 'citty'
import { review } from '../jobs/review-applicant.ts'
import { atDesk, json, print } from './desk.ts'

const id = { type: 'positional', description: "the applicant's id", required: true } as const
const reason = { type: 'string', description: 'what the customer is told', required: true } as const

/** `ops applicants …` */
export const applicantCommands = defineCommand({
  meta: { name: 'applicants', description: 'Identity verification' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'Who waits for a decision, oldest first' },
      args: { json },
      run: ({ args }) =>
        atDesk(async ({ db }) => {
          const rows = await db
            .selectFrom('applicants')
            .innerJoin('users', 'users.id', 'applicants.user_id')
            .select(['applicants.id', 'users.email', 'doc_type', 'submitted_at'])
            .where('status', '=', 'pending')
            .orderBy('submitted_at')
            .execute()
          print(rows, args.json)
        }),
    }),
    approve: defineCommand({
      meta: { name: 'approve', description: 'Certifies the customer' },
      args: { id },
      run: ({ args }) =>
        atDesk(({ db, operator }) =>
          review(db, { applicantId: args.id, decision: 'approved', reason: null, operator }),
        ),
    }),
    reject: defineCommand({
      meta: { name: 'reject', description: 'Refuses, with the reason the customer reads' },
      args: { id, reason },
      run: ({ args }) =>
        atDesk(({ db, operator }) =>
          review(db, { applicantId: args.id, decision: 'reject', reason: args.reason, operator }),
        ),
    }),
  },
})
