import { TOTP } from 'otpauth'
import { expect } from 'vitest'
import { enterPin, type Person } from '../people/person.ts'
import { shoot } from '../reading/shoot.ts'

const stepMs = 30_000
const stepNow = () => Math.floor(Date.now() / stepMs)

/** What an authenticator shows in a step. */
const codeIn = (secret: string, step: number) => new TOTP({ secret }).generate({ timestamp: step * stepMs })

/** Takes the secret over, confirms it by its first code and notes the recovery codes. */
export async function setUpAuthenticator(person: Person) {
  const { app, w, visit } = person
  await visit('/pages/safeCenter/safeCenter?second=1')
  await app.getByRole('button', { name: w('second.begin'), exact: true }).click()
  await enterPin(person, w('second.next'))
  await app.getByRole('img', { name: w('second.qr') }).waitFor()
  const shown = app.getByRole('region', { name: w('second.secret') }).locator('[data-secret]')
  const secret = ((await shown.textContent()) ?? '').replaceAll(' ', '')
  const link = await app.getByRole('link', { name: w('second.open') }).getAttribute('href')
  expect(link).toContain(`secret=${secret}`)
  await shoot(person, 'second setup')
  const step = stepNow()
  await app.getByLabel(w('second.code'), { exact: true }).fill(codeIn(secret, step))
  await app.getByRole('button', { name: w('second.turnOn'), exact: true }).click()
  const list = app.getByRole('list', { name: w('second.codes') })
  await list.waitFor()
  await shoot(person, 'second codes')
  const recovery = await list.getByRole('listitem').allTextContents()
  expect(recovery).toHaveLength(10)
  await app.getByRole('button', { name: w('second.kept'), exact: true }).click()
  await app.getByText(w('second.isOn'), { exact: true }).first().waitFor()
  await visit('/pages/safeCenter/safeCenter')
  await shoot(person, 'second row')
  await app.getByRole('link', { name: new RegExp(w('account.second')) }).click()
  await app.getByText(w('second.left', { count: 10 })).waitFor()
  await shoot(person, 'second on')
  return { secret, step, recovery }
}

/** A code of a later step than one that was used: of now, or of the next, which counts, too. */
export function codeAfter(secret: string, step: number): string {
  return codeIn(secret, Math.max(step + 1, stepNow()))
}

export async function giveCode({ app, w }: Person, code: string): Promise<void> {
  await app.getByLabel(w('second.code'), { exact: true }).fill(code)
  await app.getByRole('button', { name: w('second.go'), exact: true }).click()
}

export async function giveRecoveryCode({ app, w }: Person, code: string): Promise<void> {
  await app.getByRole('button', { name: w('second.useRecovery'), exact: true }).click()
  await app.getByLabel(w('second.recovery'), { exact: true }).fill(code)
  await app.getByRole('button', { name: w('second.go'), exact: true }).click()
}

/** Turns it off with a recovery code, as somebody does who has lost their phone. */
export async function turnOff(person: Person, code: string): Promise<void> {
  const { app, w, visit } = person
  await visit('/pages/safeCenter/safeCenter?second=1')
  await app.getByRole('button', { name: new RegExp(w('second.drop')) }).click()
  await app.getByLabel(w('second.recovery'), { exact: true }).fill(code)
  await app.getByRole('button', { name: w('second.next'), exact: true }).click()
  await enterPin(person, w('second.drop'))
  await app.getByText(w('second.isOff'), { exact: true }).first().waitFor()
}
