import { defineCommand } from 'citty'
import { sql } from 'kysely'
import { format } from '../../contract/money.ts'
import { audit } from '../audits/audit.ts'
import { type HeldPurchase, heldPurchase } from '../cards/purchases/overdue.ts'
import type { Db } from '../database/database.ts'
import { keepEvent } from '../hooks/keep-event.ts'
import { isId } from '../id.ts'
import { askAbout } from '../jobs/overdue-holds.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { atIssuer } from './issuer-desk.ts'
import { withSecond } from './two-people.ts'

const id = { type: 'positional', description: "the purchase's id", required: true } as const

/** `ops holds …` */
export const holdCommands = defineCommand({
  meta: { name: 'holds', description: 'Purchases whose money is on hold for longer than a week' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'The 200 oldest, and when the issuer is asked about each next' },
      args: { json },
      run: ({ args }) => atDesk(async ({ db }) => print(await longHeld(db), args.json)),
    }),
    ask: defineCommand({
      meta: { name: 'ask', description: 'Asks the issuer about one now; what it says is followed' },
      args: { id, json },
      run: ({ args }) =>
        atIssuer(async desk => {
          const purchase = await held(desk.db, args.id)
          await audit(desk.db, { operator: desk.operator, verb: 'hold.ask', subject: args.id })
          const { hours, why } = await askAbout(desk, purchase)
          print([{ id: args.id, why, askedAgainInHours: hours }], args.json)
        }),
    }),
    release: defineCommand({
      meta: {
        name: 'release',
        description:
          'Gives back what the issuer has told us by other ways will not be claimed; it takes two different operators',
      },
      args: { id, json },
      run: ({ args }) =>
        atDesk(async desk => {
          const isDone = await release(desk, await held(desk.db, args.id))
          print([{ id: args.id, isReleased: isDone, approvalsMissing: isDone ? 0 : 1 }], args.json)
        }),
    }),
  },
})

async function longHeld(db: Db) {
  const { rows } = await sql<{ minor: bigint }>`
    select p.id, c.user_id, c.last4, p.merchant, h.remaining_minor as minor, h.created_at as held_since,
      h.expires_at as asked_next, a.detail ->> 'why' as unclear
    from holds h join cards c on c.account_id = h.account_id
      join purchases p on p.card_id = c.id and p.hold_id = h.id
      left join alarms a on a.kind = 'hold_unclear' and a.subject = p.id::text and a.settled_at is null
    where h.state = 'open' and h.reason = 'authorization' and h.created_at < now() - interval '7 days'
    order by h.created_at limit 200`.execute(db)
  return rows.map(({ minor, ...row }) => ({ ...row, held: format(minor, 'USD') }))
}

async function held(db: Db, purchaseId: string): Promise<HeldPurchase> {
  const purchase = isId(purchaseId) ? await heldPurchase(db, purchaseId) : undefined
  if (!purchase) throw new PlainError('There is no purchase with this id of which something is on hold.')
  return purchase
}

/** It expires, as if the issuer had told so; a claim that comes all the same is charged. */
async function release({ db, operator }: Desk, purchase: HeldPurchase): Promise<boolean> {
  const { holdId, purchaseId, threadId, issuerCardId } = purchase
  const deed = { operator, verb: 'hold.release', subject: purchaseId, detail: { holdId } }
  const { isDone } = await withSecond(db, deed, async db => {
    const type = 'authorization.expired'
    const data = { cardId: issuerCardId, threadId }
    const payload = { id: `released:${holdId}`, type, at: new Date().toISOString(), data }
    if (!(await keepEvent(db, { ...payload, payload }))) throw new PlainError('It is being released already.')
  })
  return isDone
}
