import { defineCommand } from 'citty'
import { alarmCommands } from './alarms.ts'
import { applicantCommands } from './applicants.ts'
import { applicationCommands } from './applications.ts'
import { depositCommands } from './deposits.ts'
import { jobCommands } from './jobs.ts'
import { ledgerCommands } from './ledger.ts'
import { userCommands } from './users.ts'
import { withdrawalCommands } from './withdrawals.ts'

/** Every noun and verb of the operators. */
export const ops = defineCommand({
  meta: { name: 'ops', description: 'What operators do by hand: npm run ops -- <noun> <verb>' },
  subCommands: {
    alarms: alarmCommands,
    applicants: applicantCommands,
    applications: applicationCommands,
    // Only this one needs what talks to the world around us, which takes a while to load.
    chain: () => import('./chain.ts').then(({ chainCommands }) => chainCommands),
    deposits: depositCommands,
    jobs: jobCommands,
    ledger: ledgerCommands,
    users: userCommands,
    withdrawals: withdrawalCommands,
  },
})
