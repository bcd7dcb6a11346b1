import { defineCommand, runMain } from 'citty'
import { applicantCommands } from './applicants.ts'
import { ledgerCommands } from './ledger.ts'

const ops = defineCommand({
  meta: { name: 'ops', description: 'What operators do by hand: npm run ops -- <noun> <verb>' },
  subCommands: { ledger: ledgerCommands, applicants: applicantCommands },
})

await runMain(ops)
