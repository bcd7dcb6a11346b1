import { defineCommand } from 'citty'
import { endSessions } from '../account/session.ts'
import { audit } from '../audits/audit.ts'
import { transaction } from '../database/database.ts'
import { moveEmail } from './change-email.ts'
import { customerBy, who } from './customer.ts'
import { atDesk, type Desk, json, print, printable } from './desk.ts'
import { endPause } from './end-pause.ts'
import { freezeUser, unfreezeUser } from './freeze-user.ts'
import { leaveFactor, removeFactor } from './second-factor.ts'
import { sessionsOf, sheetOf } from './user-sheet.ts'

const reason = { type: 'string', description: 'why, for the audit', required: true } as const
const note = { type: 'string', description: 'why', required: true } as const

/** `ops users …` */
export const userCommands = defineCommand({
  meta: { name: 'users', description: 'Customers' },
  subCommands: {
    show: defineCommand({
      meta: { name: 'show', description: 'Everything an operator may know of a customer, masked' },
      args: { who, json },
      run: ({ args }) =>
        atDesk(async ({ db }) => {
          const sheet = await sheetOf(db, await customerBy(db, args.who))
          if (args.json) return print([sheet], true)
          const { balances, cards, ...facts } = sheet
          console.table(printable(facts))
          for (const rows of [balances, cards]) print(rows, false)
        }),
    }),
    sessions: defineCommand({
      meta: { name: 'sessions', description: 'Live sessions of a customer' },
      args: { who, json },
      run: ({ args }) =>
        atDesk(async ({ db }) => {
          const { id } = await customerBy(db, args.who)
          print(await sessionsOf(db, id), args.json)
        }),
    }),
    'end-sessions': defineCommand({
      meta: { name: 'end-sessions', description: 'Signs a customer out everywhere' },
      args: { who, note, json },
      run: ({ args }) => atDesk(desk => signOut(desk, args)),
    }),
    'change-email': defineCommand({
      meta: {
        name: 'change-email',
        description: 'Another address for who lost their mailbox; it takes two different operators',
      },
      args: { who, to: { type: 'string', description: 'the new address', required: true }, note, json },
      run: ({ args }) =>
        atDesk(async desk => {
          const user = await customerBy(desk.db, args.who)
          const isDone = await moveEmail(desk, { user, to: args.to, note: args.note })
          print([{ id: user.id, isChanged: isDone, approvalsMissing: isDone ? 0 : 1 }], args.json)
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
    'remove-second-factor': defineCommand({
      meta: {
        name: 'remove-second-factor',
        description:
          'Takes the authenticator of who lost it away in three days, unless they contradict, which they cannot while you hold the account frozen (a thief set it up: freeze first); it takes two different operators',
      },
      args: { who, note, json },
      run: ({ args }) =>
        atDesk(async desk => {
          const user = await customerBy(desk.db, args.who)
          const removeAt = await removeFactor(desk, { user, note: args.note })
          print([{ id: user.id, removeAt, approvalsMissing: removeAt ? 0 : 1 }], args.json)
        }),
    }),
    'keep-second-factor': defineCommand({
      meta: { name: 'keep-second-factor', description: 'Leaves an authenticator that was to be taken away' },
      args: { who, note, json },
      run: ({ args }) =>
        atDesk(async desk => {
          const user = await customerBy(desk.db, args.who)
          await leaveFactor(desk, { user, note: args.note })
          print([{ id: user.id, isKept: true }], args.json)
        }),
    }),
    'lift-hold': defineCommand({
      meta: {
        name: 'lift-hold',
        description:
          'Ends the pause of withdrawals after a change of security early; it takes two different operators',
      },
      args: { who, reason, json },
      run: ({ args }) =>
        atDesk(async desk => {
          const user = await customerBy(desk.db, args.who)
          const isDone = await endPause(desk, { user, reason: args.reason })
          print([{ id: user.id, isLifted: isDone, approvalsMissing: isDone ? 0 : 1 }], args.json)
        }),
    }),
  },
})

async function signOut(
  { db, operator }: Desk,
  { who, note, json }: { who: string; note: string; json: boolean },
): Promise<void> {
  const { id } = await customerBy(db, who)
  const ended = await transaction(db, async db => {
    const live = await sessionsOf(db, id)
    await endSessions(db, { userId: id })
    await audit(db, {
      operator,
      verb: 'user.end-sessions',
      subject: id,
      detail: { sessions: live.length },
      words: { note },
    })
    return live.length
  })
  print([{ id, sessionsEnded: ended }], json)
}
