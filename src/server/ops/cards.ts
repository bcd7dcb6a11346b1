import { defineCommand } from 'citty'
import { sql } from 'kysely'
import { type Difference, differenceWords, subjectOf } from '../cards/differences.ts'
import type { Db } from '../database.ts'
import { audit } from '../jobs/audit.ts'
import { type Compared, compare } from '../jobs/compare-cards.ts'
import { customerBy } from './customer.ts'
import { atDesk, json, print } from './desk.ts'
import { atIssuer } from './issuer-desk.ts'

const who = {
  type: 'positional',
  description: "the customer's id or e-mail address",
  required: true,
} as const

/** `ops cards …` */
export const cardCommands = defineCommand({
  meta: { name: 'cards', description: 'Cards that are not with the issuer what they are with us' },
  subCommands: {
    list: defineCommand({
      meta: {
        name: 'list',
        description: 'What differed when they were compared last; an alarm stands from the second time on',
      },
      args: { json },
      run: ({ args }) => atDesk(async ({ db }) => print((await differing(db)).map(told), args.json)),
    }),
    compare: defineCommand({
      meta: {
        name: 'compare',
        description: "Compares a customer's cards now, and mends what a lost word explains",
      },
      args: { who, json },
      run: ({ args }) =>
        atIssuer(async desk => {
          const { id: userId } = await customerBy(desk.db, args.who)
          const budget = await budgetOf(desk.db, userId)
          await audit(desk.db, { operator: desk.operator, verb: 'cards.compare', subject: userId })
          const different = await compare(desk, budget)
          if (!different) throw new Error('The issuer does not say.')
          print(
            different.map(card => told({ userId, subject: subjectOf(card) })),
            args.json,
          )
        }),
    }),
  },
})

interface Differing {
  userId: string
  subject: string
}

async function differing(db: Db): Promise<Differing[]> {
  const { rows } = await sql<Differing>`
    select user_id as "userId", subject from budgets, unnest(differences) as subject
    where differences <> '{}' order by user_id, subject`.execute(db)
  return rows
}

/** The code, the card (by the issuer's id where only it has one) and words. */
function told({ userId, subject }: Differing) {
  const [difference = '', card = ''] = subject.split(/:(.*)/)
  return { difference, card, userId, says: differenceWords[difference as Difference] }
}

async function budgetOf(db: Db, userId: string): Promise<Compared> {
  const budget = await db
    .selectFrom('budgets')
    .select(['user_id as userId', 'issuer_budget_id as issuerBudgetId', 'differences'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!budget) throw new Error('This customer has never had a card.')
  return budget
}
