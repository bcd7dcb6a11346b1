import { until } from '../../fixtures/until.ts'
import { filesIn } from '../../fixtures/unzip.ts'
import { downloaded, enterPin, type Person } from '../people/person.ts'
import { shoot } from '../reading/shoot.ts'
import { daysPass } from '../town/days.ts'
import { nextCode } from './account.ts'
import { lettersTo } from './safety.ts'

/** Has everything that is kept of them made into a file, and keeps it; what the file holds, by name. */
export async function exportData(person: Person): Promise<Map<string, unknown>> {
  const { app, w, visit } = person
  await visit('/pages/safeCenter/safeCenter')
  await app.getByRole('link', { name: new RegExp(w('account.export')) }).click()
  await app.getByRole('button', { name: w('deletion.export.make') }).click()
  const { name, content } = await downloaded(person, () => enterPin(person, w('deletion.export.make')))
  await app.getByText(w('deletion.export.made', { name })).waitFor()
  await shoot(person, 'export')
  return new Map([...filesIn(content)].map(([name, bytes]) => [name, JSON.parse(bytes.toString())]))
}

/** Asks for the deletion and gives up the rest of a coin: a code and the PIN prove who asks, fifteen days are left. */
export async function askDeletion(person: Person, { rest }: { rest: string }): Promise<void> {
  const { app, w, town, email, visit } = person
  const before = await town.codeFor(email)
  await visit('/pages/safeCenter/safeCenter')
  await app.getByRole('link', { name: w('account.delete') }).click()
  await restRow(person, rest).waitFor()
  for (const settled of ['cards', 'underWay'])
    await app.getByText(w(`deletion.clear.${settled}`), { exact: true }).waitFor()
  await shoot(person, 'deletion')
  await app.getByRole('switch', { name: new RegExp(w('deletion.waive', { amounts: rest })) }).click()
  await app.getByRole('switch', { name: w('deletion.sure') }).click()
  await app.getByRole('button', { name: w('code.send') }).click()
  await app.getByLabel(w('code.label'), { exact: true }).fill(await nextCode(person, before))
  await app.getByRole('button', { name: w('deletion.submit'), exact: true }).click()
  await app.getByText(w('deletion.pin'), { exact: true }).waitFor()
  await shoot(person, 'deletion pin')
  await enterPin(person, w('deletion.submit'))
  await app.getByText(w('deletion.daysLeft', { count: 15 }), { exact: true }).waitFor()
  await shoot(person, 'deletion waits')
}

/** Thinks better of it: what was given up is there again. */
export async function keepAccount(person: Person, { rest }: { rest: string }): Promise<void> {
  const { app, w } = person
  await app.getByRole('button', { name: w('deletion.undo') }).click()
  await app.getByText(w('deletion.undone')).waitFor()
  await restRow(person, rest).waitFor()
  await shoot(person, 'deletion undone')
}

/** What is too little to be withdrawn, in the list of what has to be settled before. */
function restRow({ app, w }: Person, rest: string) {
  return app
    .getByRole('link', { name: new RegExp(w('deletion.mend.rest')) })
    .filter({ hasText: rest.replace(' ', '') })
}

/** Lets the days pass until a letter tells of it; the app knows nobody any more. */
export async function isDeleted(person: Person): Promise<void> {
  const { app, page, w, town, email } = person
  const told = /您的账户已按您的申请注销|has been deleted as you asked/
  await daysPass(town, email)
  await until(async () => (await lettersTo(person)).some(text => told.test(text)) || null)
  await page.reload()
  // The log-in or Home, whichever call finds first that the session is over; never an empty page.
  const atLogin = app.getByRole('link', { name: w('account.login.register') })
  await atLogin
    .or(app.getByRole('link', { name: w('welcome.register') }))
    .first()
    .waitFor()
  await shoot(person, 'deleted')
}
