import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { Refusal } from '../../../src/contract/refusal.ts'
import type { Words } from '../../fixtures/words.ts'
import type { Person } from '../people/person.ts'
import type { Phone } from '../people/phone.ts'

/** What the app says by itself: no call is refused for it. */
export type Own = 'access_denied' | 'session_ended' | 'not_loaded' | 'install_failed' | 'checked_here'

/** Somebody in front of the app, and a second device of theirs without a screen; strangers have none. */
export interface Customer extends Person {
  phone: Phone
}

/** One way to be refused, and what is seen of it. */
export interface Case<P extends Person = Person> {
  of: Refusal | Own
  /** What brings it about: `…, when {when}`. */
  when: string
  does: (person: P) => Promise<unknown>
  /** The words; those of the refusal unless said otherwise. */
  says?: (w: Words) => string
  at: Place
  /** The button or link that mends it. */
  mend?: (w: Words) => string
}

/** The lines of what is said for a moment. */
export const toasts = 'div[aria-live=polite] > p'

/** Waits until the words stand in a certain place. */
type Place = (person: Person, words: string) => Promise<void>

/** Is refused, and finds the words where they belong, with the way to mend it. */
export async function prove<P extends Person>(person: P, { of, does, says, at, mend }: Case<P>) {
  const { w } = person
  await does(person)
  await at(person, says ? says(w) : w(`refusal.${of}`))
  if (mend) await actionNamed(person, mend(w)).first().waitFor()
}

/** A link or a button by its words. */
export function actionNamed({ app }: Person, name: string): Locator {
  return app.getByRole('link', { name }).or(app.getByRole('button', { name }))
}

/** Under the field of this label, which is marked as wrong. */
export function field(label: string): Place {
  return async ({ app, w }, words) => {
    const input = app.getByLabel(w(label, { chain: 'ERC20' }), { exact: true })
    await app.locator('[aria-invalid=true]').first().waitFor()
    expect(await input.getAttribute('aria-invalid')).toBe('true')
    const note = await input.getAttribute('aria-describedby')
    await app.locator(`[id="${note}"]`).filter({ hasText: words }).waitFor()
  }
}

/** In a notice in place, which screen readers hear of. */
export const notice: Place = async ({ app }, words) => {
  await app.getByRole('alert').or(app.getByRole('status')).filter({ hasText: words }).first().waitFor()
}

/** In a result, which screen readers hear with its title, since that takes the focus. */
export const result: Place = async ({ app }, words) => {
  await app.locator(':has(> h2:focus)').filter({ hasText: words }).waitFor()
}

/** On the page itself. */
export const page: Place = async ({ app }, words) => {
  await app.getByRole('main').getByText(words).first().waitFor()
}

/** In a toast. */
export const toast: Place = async ({ app }, words) => {
  const line = app.locator(toasts).filter({ hasText: words }).first()
  await line.waitFor()
  expect(await line.evaluate(isInTheWay)).toBe(false)
}

/** Runs in the page: whether a tap on the words would be lost on them. */
function isInTheWay(line: Element): boolean {
  const { left, top, width, height } = line.getBoundingClientRect()
  return line.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** In a toast, which goes by itself. */
export const passingToast: Place = async (person, words) => {
  await toast(person, words)
  await person.app.locator(toasts).first().waitFor({ state: 'detached' })
}

/** Opens a page anew, by an address of its own: nothing of an earlier try stands in it. */
export async function open({ page, town }: Person, route: string): Promise<void> {
  await page.goto(`${town.appUrl}/?opened=${Date.now()}#${route}`)
}

/** Fills in fields by the keys of their labels. */
export async function fill({ app, w }: Person, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts))
    await app.getByLabel(w(label, { chain: 'ERC20' }), { exact: true }).fill(text)
}

/** Presses the button or link of these words. */
export async function press(person: Person, key: string, values = {}): Promise<void> {
  const name = person.w(key, values)
  const { app } = person
  const exact = app
    .getByRole('button', { name, exact: true })
    .or(app.getByRole('link', { name, exact: true }))
  await exact.first().click()
}

/** Answers a call in the browser, as a proxy or a server in trouble does; `stop` lets it through again. */
export async function answering({ page }: Person, path: string, status: number, body: object = { status }) {
  const glob = `**/api/**/${path}`
  await page.route(glob, call => call.fulfill({ status, json: body }))
  return { stop: () => page.unroute(glob) }
}
