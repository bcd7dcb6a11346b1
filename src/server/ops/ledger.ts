import { defineCommand } from 'citty'
import { checkLedger } from '../ledger/check.ts'
import { adjustCommand } from './adjust.ts'
import { who } from './customer.ts'
import { atDesk, json, print } from './desk.ts'
import { proofsCommand } from './ledger-proofs.ts'
import { accountsOf, entriesOf, transferOf } from './ledger-reading.ts'
import { sealCommand } from './ledger-seal.ts'

const id = { type: 'positional', description: 'the id of the account or transfer', required: true } as const

/** `ops ledger …` */
export const ledgerCommands = defineCommand({
  meta: { name: 'ledger', description: 'The books' },
  subCommands: {
    check: defineCommand({
      meta: {
        name: 'check',
        description:
          'Recomputes every balance from the entries, the seal of every day and what was last published that customers are owed; fails at the first disagreement',
      },
      args: { json },
      run: ({ args }) =>
        atDesk(async ({ db }) => {
          const { disagreement, brokenDay, ...counts } = await checkLedger(db)
          const wrong = { ...(brokenDay && { brokenDay }), ...(disagreement && { disagreement }) }
          print([{ agrees: !disagreement, ...counts, ...wrong }], args.json)
          if (disagreement) process.exitCode = 1
        }),
    }),
    accounts: defineCommand({
      meta: { name: 'accounts', description: 'The accounts of a customer with what they hold' },
      args: { who, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await accountsOf(db, args.who), args.json)),
    }),
    entries: defineCommand({
      meta: { name: 'entries', description: 'The latest 100 entries of an account, newest first' },
      args: { id, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await entriesOf(db, args.id, 100), args.json)),
    }),
    transfer: defineCommand({
      meta: { name: 'transfer', description: 'Every entry of one transfer' },
      args: { id, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await transferOf(db, args.id), args.json)),
    }),
    seal: sealCommand,
    proofs: proofsCommand,
    adjust: adjustCommand,
  },
})
