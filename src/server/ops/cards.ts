import { defineCommand } from 'citty'
import { sql } from 'kysely'
import { waitingDeletion } from '../account/deletions.ts'
import { audit } from '../audits/audit.ts'
import { lockCard } from '../cards/cards.ts'
import { hasten, isRenewable, lockRenewal, planAgain } from '../cards/renewals.ts'
import { type Difference, differenceWords, subjectOf } from '../cards/states/differences.ts'
import type { CardTable } from '../cards/tables.ts'
import { type Db, transaction } from '../database/database.ts'
import { isId } from '../id.ts'
import { type Compared, compare, takeWord } from '../jobs/compare-cards.ts'
import { enqueue } from '../jobs/queue/outbox.ts'
import { PlainError } from '../plain-error.ts'
import { customerBy, who } from './customer.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { atIssuer, type IssuerDesk } from './issuer-desk.ts'

const id = { type: 'positional', description: "the card's id", required: true } as const

/** `ops cards …` */
export const cardCommands = defineCommand({
  meta: {
    name: 'cards',
    description: 'Cards that are not with the issuer what they are with us, or not renewed',
  },
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
          if (!different) throw new PlainError('The issuer does not say.')
          print(
            different.map(card => told({ userId, subject: subjectOf(card) })),
            args.json,
          )
        }),
    }),
    take: defineCommand({
      meta: {
        name: 'take',
        description:
          'Takes what the issuer says a card is as its word: a freeze of theirs, which no customer can lift',
      },
      args: { id, json },
      run: ({ args }) =>
        atIssuer(async desk => print([{ id: args.id, taken: await take(desk, args.id) }], args.json)),
    }),
    tell: defineCommand({
      meta: { name: 'tell', description: 'Tells the issuer again whether a card is frozen by its customer' },
      args: { id, json },
      run: ({ args }) =>
        atDesk(async desk => {
          await tell(desk, args.id)
          print([{ id: args.id, isToldAgain: true }], args.json)
        }),
    }),
    renew: defineCommand({
      meta: {
        name: 'renew',
        description:
          'Has the server ask the issuer for a renewal now: one that is planned, or anew one that was refused',
      },
      args: { id, json },
      run: ({ args }) =>
        atDesk(async desk => {
          await renew(desk, args.id)
          print([{ id: args.id, isAsked: true }], args.json)
        }),
    }),
  },
})

/** What it was said to be. */
async function take({ db, issuer, operator }: IssuerDesk, cardId: string): Promise<string> {
  const card = await cardBy(db, cardId)
  const answer = await issuer.cardsOf(await budgetOf(db, card.user_id))
  if (answer.outcome !== 'done') throw new PlainError('The issuer does not say.')
  const theirs = answer.cards.find(({ issuerCardId }) => issuerCardId === card.issuer_card_id)
  if (!theirs) throw new PlainError('The issuer has no such card.')
  await transaction(db, async db => {
    await takeWord(db, card, theirs)
    await audit(db, { operator, verb: 'card.take', subject: cardId, detail: { state: theirs.state } })
  })
  return theirs.state
}

async function tell({ db, operator }: Desk, cardId: string): Promise<void> {
  const { frozen_by_customer: isFrozen } = await cardBy(db, cardId)
  await transaction(db, async db => {
    await enqueue(db, 'freeze-card', { cardId })
    await audit(db, { operator, verb: 'card.tell', subject: cardId, detail: { isFrozen } })
  })
}

/** What its owner does not want, no operator does. */
async function renew({ db, operator }: Desk, cardId: string): Promise<void> {
  await cardBy(db, cardId)
  await transaction(db, async db => {
    const card = await lockCard(db, cardId)
    if (!isRenewable(card)) throw new PlainError('This card is not renewed.')
    if (await waitingDeletion(db, card.user_id))
      throw new PlainError(
        'Its account is about to be deleted: until then, or until that is taken back, it waits.',
      )
    const renewal = await lockRenewal(db, cardId)
    if (renewal?.state === 'planned') await hasten(db, renewal)
    else if (renewal?.state === 'refused') await planAgain(db, cardId)
    else throw new PlainError(`There is nothing to renew: ${renewal?.state ?? 'its expiry is not near'}.`)
    await audit(db, { operator, verb: 'card.renew', subject: cardId, detail: { was: renewal.state } })
  })
}

async function cardBy(db: Db, cardId: string): Promise<CardTable> {
  if (!isId(cardId)) throw new PlainError('A card is named by its id.')
  const card = await db.selectFrom('cards').selectAll().where('id', '=', cardId).executeTakeFirst()
  if (!card) throw new PlainError('There is no card with this id.')
  return card
}

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
  if (!budget) throw new PlainError('This customer has never had a card.')
  return budget
}
