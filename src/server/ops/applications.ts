import { defineCommand } from 'citty'
import { format } from '../../contract/money.ts'
import { audit } from '../audits/audit.ts'
import { lockApplication, paymentsOf } from '../cards/applications/applications.ts'
import { type Db, transaction } from '../database/database.ts'
import { Refused } from '../http/refused.ts'
import { askToCancel } from '../jobs/cancel-order.ts'
import { PlainError } from '../plain-error.ts'
import { atDesk, type Desk, json, print } from './desk.ts'
import { masked, maskText } from './mask.ts'

const id = { type: 'positional', description: "the application's id", required: true } as const

/** `ops applications …`: the issuer approves and refuses; what is left to us is to look, and to cancel for a customer. */
export const applicationCommands = defineCommand({
  meta: { name: 'applications', description: 'Physical cards on their way' },
  subCommands: {
    list: defineCommand({
      meta: { name: 'list', description: 'What is paid for and has not ended, oldest first' },
      args: { json },
      run: ({ args }) => atDesk(async ({ db }) => print(await underWay(db), args.json)),
    }),
    show: defineCommand({
      meta: { name: 'show', description: 'One application with its payments' },
      args: { id, json },
      run: ({ args }) => atDesk(async ({ db }) => print(await everythingOf(db, args.id), args.json)),
    }),
    cancel: defineCommand({
      meta: { name: 'cancel', description: 'Cancels for a customer, as they could themselves' },
      args: { id, json },
      run: ({ args }) => atDesk(async desk => print([await cancel(desk, args.id)], args.json)),
    }),
  },
})

async function underWay(db: Db) {
  const rows = await db
    .selectFrom('applications')
    .innerJoin('users', 'users.id', 'applications.user_id')
    .select([
      'applications.id',
      'applications.user_id',
      'users.email',
      'applications.status',
      'applications.card_type_id',
      'applications.country',
      'applications.issuer_order_id',
      'applications.paid_at',
      'applications.checked_at',
    ])
    .where('applications.status', 'in', ['applying', 'making', 'shipped', 'cancelling', 'returned'])
    .orderBy('applications.paid_at')
    .execute()
  return rows.map(masked)
}

/** Where it is mailed to stays out: nobody needs it at the desk. */
async function everythingOf(db: Db, applicationId: string) {
  const { postal, address_lines, ...row } = await db
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', applicationId)
    .executeTakeFirstOrThrow()
  const payments = (await paymentsOf(db, applicationId)).map(
    ({ making_fee_minor, mailing_fee_minor, application_id, ...payment }) => ({
      ...payment,
      making: format(making_fee_minor, 'USDT'),
      mailing: format(mailing_fee_minor, 'USDT'),
    }),
  )
  return [{ ...row, emboss_name: maskText(row.emboss_name, 1), payments }]
}

/** The server's job asks the issuer; what was paid comes back when the issuer says so. */
async function cancel({ db, operator }: Desk, applicationId: string) {
  return await transaction(db, async db => {
    const row = await lockApplication(db, applicationId)
    if (!row) throw new PlainError('There is no application with this id.')
    const { status } = await askToCancel(db, row).catch(error => {
      if (error instanceof Refused)
        throw new PlainError(`An application that is ${row.status} cannot be cancelled.`)
      throw error
    })
    await audit(db, {
      operator,
      verb: 'application.cancel',
      subject: applicationId,
      detail: { was: row.status },
    })
    return { id: applicationId, status }
  })
}
