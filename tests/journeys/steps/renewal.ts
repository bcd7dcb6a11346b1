import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { until } from '../../fixtures/until.ts'
import type { Person } from '../people/person.ts'
import { shoot } from '../reading/shoot.ts'
import { comesBy } from '../town/days.ts'
import { visitCard } from './control.ts'
import { activate, newestOrder } from './physical.ts'

/** Longer than a schedule of a minute takes on a busy machine. */
const patienceMs = 300_000

/** Hears that a virtual card expires soon, says no and yes again, and finds it renewed once the issuer was asked. */
export async function renewVirtual(person: Person, last4: string): Promise<void> {
  const { app, w } = person
  await nears(person, last4)
  await sayNoAndYes(person, last4)
  await askIssuer(person)
  const look = app.getByRole('link', { name: w('renewal.look') })
  await seeOnCard(person, last4, look)
  await look.click()
  await app.getByRole('dialog').waitFor()
}

/** As of a virtual one, but follows the parcel of its new plastic, begins to say that it did not come, and activates it. */
export async function renewPlastic(person: Person, last4: string): Promise<void> {
  const { app, w, town } = person
  const first = await newestOrder(person)
  await nears(person, last4)
  await sayNoAndYes(person, last4)
  await askIssuer(person)
  await seeOnCard(person, last4, app.getByText(w('renewal.mailed')))
  const { id } = await newestOrder(person, [first])
  await town.console(`/issuer/orders/${id}/advance`, { to: 'shipped' })
  await seeOnCard(person, last4, app.getByText('DHL Express'))
  await shoot(person, 'renewal parcel')
  await app.getByRole('link', { name: w('renewal.notCome') }).click()
  const words = app.getByLabel(w('help.feedback.describe'), { exact: true })
  await expect.poll(() => words.inputValue(), { timeout: 60_000 }).toContain(w('renewal.notCome.ticket'))
  await app.getByText(w('help.feedback.about.card')).waitFor()
  await visitCard(person, last4)
  await activate(person, w('card.mend.activate'))
  await seeOnCard(person, last4, app.getByText(w('renewal.renewed')))
}

async function nears({ town }: Person, last4: string): Promise<void> {
  const { issuer } = await town.console<{ issuer: { cards: { id: string; last4: string }[] } }>('/state')
  const card = issuer.cards.find(card => card.last4 === last4)
  await town.console(`/issuer/cards/${card?.id}/expiry`, { months: 1 })
}

async function sayNoAndYes(person: Person, last4: string): Promise<void> {
  const { app, w } = person
  const [no, yes] = [w('renewal.no'), w('renewal.yes')].map(name => app.getByRole('button', { name }))
  if (!no || !yes) throw new Error('there are two')
  await seeOnCard(person, last4, no)
  await no.click()
  await yes.click()
  await no.waitFor()
}

/** An operator does not wait for the day on which the issuer is asked, nor the journey for the schedule that looks for it. */
async function askIssuer({ town, page }: Person): Promise<void> {
  const cardId = new URLSearchParams(page.url().split('?').at(-1)).get('id') ?? ''
  const { code, output } = await town.ops('cards', 'renew', cardId)
  expect([code, output]).toEqual([0, expect.stringContaining(cardId)])
  await comesBy(town, 'renew-cards')
}

/** Opens the page of a card again and again until that stands there: what it follows is told by the issuer or a job. */
async function seeOnCard(person: Person, last4: string, what: Locator): Promise<void> {
  await until(async () => {
    await visitCard(person, last4)
    const isSeen = await what
      .first()
      .waitFor({ timeout: 5_000 })
      .then(
        () => true,
        () => null,
      )
    return isSeen
  }, patienceMs)
}
