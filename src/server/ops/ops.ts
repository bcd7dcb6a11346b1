import { defineCommand } from 'citty'
import { alarmCommands } from './alarms.ts'
import { applicantCommands } from './applicants.ts'
import { applicationCommands } from './applications.ts'
import { approvalCommands } from './approvals.ts'
import { auditCommands } from './audits.ts'
import { confirmProduction } from './confirm.ts'
import { depositCommands } from './deposits.ts'
import { disputeCommands } from './disputes.ts'
import { eventCommands } from './events.ts'
import { feedbackCommands } from './feedback.ts'
import { inviteCommands } from './invite.ts'
import { jobCommands } from './jobs.ts'
import { refuseUnknownWords } from './known-words.ts'
import { ledgerCommands } from './ledger.ts'
import { messageCommands } from './messages.ts'
import { paramCommands } from './params.ts'
import { userCommands } from './users.ts'
import { withdrawalCommands } from './withdrawals.ts'

/** Every noun and verb of the operators. */
export const ops = defineCommand({
  meta: { name: 'ops', description: 'What operators do by hand: npm run ops -- <noun> <verb>' },
  setup: async ({ cmd, rawArgs }) => {
    await refuseUnknownWords(cmd, rawArgs)
    await confirmProduction(rawArgs)
  },
  subCommands: {
    alarms: alarmCommands,
    applicants: applicantCommands,
    applications: applicationCommands,
    approvals: approvalCommands,
    audits: auditCommands,
    // These need what talks to the world around us, which takes a while to load.
    cards: () => import('./cards.ts').then(({ cardCommands }) => cardCommands),
    chain: () => import('./chain.ts').then(({ chainCommands }) => chainCommands),
    deposits: depositCommands,
    disputes: disputeCommands,
    events: eventCommands,
    feedback: feedbackCommands,
    holds: () => import('./holds.ts').then(({ holdCommands }) => holdCommands),
    invite: inviteCommands,
    jobs: jobCommands,
    ledger: ledgerCommands,
    messages: messageCommands,
    params: paramCommands,
    sweeps: () => import('./sweeps.ts').then(({ sweepCommands }) => sweepCommands),
    users: userCommands,
    withdrawals: withdrawalCommands,
  },
})
