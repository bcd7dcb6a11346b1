import { defineCommand } from 'citty'
import { id } from '../../contract/field.ts'
import { forgetDevices } from '../account/devices.ts'
import { liftHold } from '../account/hold.ts'
import { endSessions } from '../account/session.ts'
import type { UserRow } from '../account/tables.ts'
import { userByEmail } from '../account/users.ts'
import { type Db, transaction } from '../database.ts'
import { audit } from '../jobs/audit.ts'
import { moveEmail } from './change-email.ts'
import { atDesk, type Desk, json, print, printable } from './desk.ts'
import { freezeUser, unfreezeUser } from './freeze-user.ts'
import { withSecond } from './two-people.ts'
import { sessionsOf, sheetOf } from './user-sheet.ts'

const email = { type: 'positional', description: "the customer's e-mail address", required: true } as const
const who = { ...email, description: "the customer's id or e-mail address" } as const
const reason = { type: 'string', description: 'why, for the audit', required: true } as const
const note = { type: 'string', description: 'why', required: true } as const

/** `ops users …` */
export const userCommands = defineCommand({
  meta: { name: 'users', description: 'Customers' },
  subCommands: {
    show: defineCommand({
      meta: { name: 'show', description: 'Everything an operator may know of a customer, masked' },
      args: { email, json },
      run: ({ args }) =>
        atDesk(async ({ db }) => {
          const sheet = await sheetOf(db, await customerOf(db, args.email))
          if (args.json) return print([sheet], true)
          const { balances, cards, ...facts } = sheet
          console.table(printable(facts))
          for (const rows of [balances, cards]) print(rows, false)
        }),
    }),
    sessions: defineCommand({
      meta: { name: 'sessions', description: 'Live sessions of a customer' },
      args: { email, json },
      run: ({ args }) =>
        atDesk(async ({ db }) => {
          const { id } = await customerOf(db, args.email)
          print(await sessionsOf(db, id), args.json)
        }),
    }),
    'end-sessions': defineCommand({
      meta: { name: 'end-sessions', description: 'Signs a customer out everywhere' },
      args: { email, note, json },
      run: ({ args }) => atDesk(desk => signOut(desk, args)),
    }),
    'change-email': defineCommand({
      meta: {
        name: 'change-email',
        description: 'Another address for who lost their mailbox; it takes two different operators',
      },
      args: { email, to: { type: 'string', description: 'the new address', required: true }, note, json },
      run: ({ args }) =>
        atDesk(async desk => {
          const user = await customerOf(desk.db, args.email)
          const isDone = await moveEmail(desk, { user, to: args.to, note: args.note })
          print([{ email: args.email, isChanged: isDone, approvalsMissing: isDone ? 0 : 1 }], args.json)
        }),
    }),
    freeze: defineCommand({
      meta: { name: 'freeze', description: "Stops a customer's money and signs them out everywhere" },
      args: { who, reason, json },
      run: ({ args }) =>
        atDesk(async desk => {
          const user = await customerBy(desk.db, args.who)
          await freezeUser(desk, { user, reason: args.reason })
          print([{ id: user.id, isFrozen: true }], args.json)
        }),
    }),
    unfreeze: defineCommand({
      meta: {
        name: 'unfreeze',
        description: 'Lets go on what operators have frozen; it takes two different operators',
      },
      args: { who, reason, json },
      run: ({ args }) =>
        atDesk(async desk => {
          const user = await customerBy(desk.db, args.who)
          const { isDone, frozenBy } = await unfreezeUser(desk, { user, reason: args.reason })
          print([{ id: user.id, isLifted: isDone, frozenBy, approvalsMissing: isDone ? 0 : 1 }], args.json)
        }),
    }),
    'lift-hold': defineCommand({
      meta: {
        name: 'lift-hold',
        description: 'Lets a customer withdraw before the hold is over; it takes two different operators',
      },
      args: { email, json },
      run: ({ args }) => atDesk(desk => lift(desk, args)),
    }),
  },
})

async function customerOf(db: Db, email: string): Promise<UserRow> {
  const user = await userByEmail(db, email.toLowerCase())
  if (!user) throw new Error('There is no customer with this address.')
  return user
}

async function customerBy(db: Db, idOrEmail: string): Promise<UserRow> {
  if (!id.safeParse(idOrEmail).success) return await customerOf(db, idOrEmail)
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', idOrEmail)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw new Error('There is no customer with this id.')
  return user
}

async function signOut(
  { db, operator }: Desk,
  { email, note, json }: { email: string; note: string; json: boolean },
): Promise<void> {
  const { id } = await customerOf(db, email)
  const ended = await transaction(db, async db => {
    const live = await sessionsOf(db, id)
    await endSessions(db, { userId: id })
    await forgetDevices(db, { userId: id })
    await audit(db, {
      operator,
      verb: 'user.end-sessions',
      subject: id,
      detail: { note, sessions: live.length },
    })
    return live.length
  })
  print([{ email, sessionsEnded: ended }], json)
}

async function lift({ db, operator }: Desk, { email, json }: { email: string; json: boolean }) {
  const user = await customerOf(db, email)
  const deed = { operator, verb: 'user.lift-hold', subject: user.id }
  const { isDone } = await withSecond(db, deed, async db => {
    if (!(await liftHold(db, user.id))) throw new Error('Withdrawals of this customer are not held.')
  })
  print([{ email, isLifted: isDone, approvalsMissing: isDone ? 0 : 1 }], json)
}
