import { sendEmail } from '../../../src/contract/account.ts'
import { deleteAccount } from '../../../src/contract/deletion.ts'
import { nextCodeOf, type Phone } from '../people/phone.ts'
import type { Town } from '../town/town.ts'
import { type Case, type Customer, open, page } from './case.ts'

// Somebody whose account is deleted in fifteen days.

export const leaverCases: Case<Customer>[] = [
  {
    of: 'account_closing',
    when: 'money is to come in before the deletion is taken back',
    does: person => open(person, '/pages/transferIn/transferIn?coin=USDT&chain=ERC20'),
    at: page,
    mend: w => w('mend.closing'),
  },
]

/** Asks for the deletion, from the other device. */
export async function leave(town: Town, phone: Phone): Promise<Phone> {
  const { email } = phone
  const before = await town.codeFor(email)
  await phone.succeed(sendEmail, { email, type: 'deleteAccount', lang: 'en' })
  await phone.succeed(deleteAccount, { code: await nextCodeOf(town, email, before) })
  return phone
}
