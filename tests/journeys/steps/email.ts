import { randomUUID } from 'node:crypto'
import { maskEmail } from '../../../src/contract/mask.ts'
import { enterPin, type Person } from '../people/person.ts'
import { shoot } from '../reading/shoot.ts'
import { nextCode } from './account.ts'

/** Moves the account to another e-mail address, by a code from each of the two and the PIN. The new one is remembered. */
export async function changeEmail(person: Person): Promise<void> {
  const { app, w, visit, email: old } = person
  const fresh = `${randomUUID().slice(0, 8)}@mail.test`
  await visit('/pages/safeCenter/safeCenter')
  await app.getByRole('link', { name: new RegExp(`^${w('account.email')}`) }).click()
  await app.getByLabel(w('account.changeEmail.new'), { exact: true }).fill(fresh)
  await typeCode(person, { label: w('account.changeEmail.newCode'), to: fresh })
  await typeCode(person, { label: w('account.changeEmail.oldCode', { email: maskEmail(old) }), to: old })
  await app.getByText(w('account.changeEmail.pin', { email: maskEmail(fresh) })).waitFor()
  await shoot(person, 'email pin')
  await enterPin(person, w('account.changeEmail.action'))
  const told = { email: fresh, old: maskEmail(old) }
  await app.getByText(w('account.changeEmail.doneText', told)).waitFor()
  await shoot(person, 'email done')
  person.email = fresh
}

/** Has a code sent to an address and types it where it belongs. */
async function typeCode(person: Person, { label, to }: { label: string; to: string }): Promise<void> {
  const { app, w, town } = person
  const letters = await town.console<object[]>(`/mail?to=${encodeURIComponent(to)}`)
  const before = letters.length > 0 ? await town.codeFor(to) : ''
  await app
    .getByRole('button', { name: w('code.send') })
    .first()
    .click()
  await app
    .getByText(w('code.sent', { email: maskEmail(to) }))
    .first()
    .waitFor()
  await app.getByLabel(label, { exact: true }).fill(await nextCode({ ...person, email: to }, before))
}
