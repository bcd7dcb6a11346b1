import { defineCommand } from 'citty'
import { checkLedger } from '../ledger/check.ts'
import { atDesk, json, print } from './desk.ts'

/** `ops ledger …` */
export const ledgerCommands = defineCommand({
  meta: { name: 'ledger', description: 'The books' },
  subCommands: {
    check: defineCommand({
      meta: {
        name: 'check',
        description: 'Recomputes every balance from the entries; fails at the first disagreement',
      },
      args: { json },
      run: ({ args }) =>
        atDesk(async ({ db }) => {
          const { disagreement, ...counts } = await checkLedger(db)
          print([{ agrees: !disagreement, ...counts, ...(disagreement && { disagreement }) }], args.json)
          if (disagreement) process.exitCode = 1
        }),
    }),
  },
})
