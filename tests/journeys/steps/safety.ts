import { expect } from 'vitest'
import { until } from '../../fixtures/until.ts'
import { enterPin, type Person } from '../people/person.ts'
import { nextCode } from './account.ts'

/** Chooses a phrase; the letter that tells of it begins with it. */
export async function choosePhrase(person: Person, phrase: string): Promise<void> {
  const { app, w, visit } = person
  await visit('/pages/safeCenter/safeCenter?phrase=1')
  await app.getByLabel(w('account.phrase.new'), { exact: true }).fill(phrase)
  await app.getByRole('button', { name: w('account.phrase.save'), exact: true }).click()
  await enterPin(person, w('account.phrase.save'))
  await app.getByText(w('account.phrase.saved'), { exact: true }).waitFor()
  await until(async () => (await lettersTo(person)).some(text => text.includes(phrase)) || null)
}

/** Stops the money of the account, and lets it go on with every secret there is; the code's letter shows the phrase. */
export async function freezeAndUnfreeze(person: Person, phrase: string): Promise<void> {
  const { app, w, visit, town, email, password } = person
  const before = await town.codeFor(email)
  await visit('/pages/safeCenter/safeCenter?freeze=1')
  await app.getByRole('button', { name: w('account.freeze.action'), exact: true }).click()
  await app.getByText(w('account.freeze.done'), { exact: true }).waitFor()
  await app.getByRole('button', { name: w('code.send') }).click()
  const code = await nextCode(person, before)
  await app.getByLabel(w('code.label')).fill(code)
  expect((await lettersTo(person)).find(text => text.includes(code))).toContain(phrase)
  await app.getByLabel(w('account.password.login'), { exact: true }).fill(password)
  await app.getByRole('button', { name: w('account.unfreeze'), exact: true }).click()
  await enterPin(person, w('account.unfreeze'))
  await app.getByText(w('account.unfreeze.done'), { exact: true }).waitFor()
}

/** The texts of all letters to them. Those of one moment come in any order. */
export async function lettersTo({ town, email }: Person): Promise<string[]> {
  const letters = await town.console<{ text: string }[]>(`/mail?to=${encodeURIComponent(email)}`)
  return letters.map(({ text }) => text)
}
