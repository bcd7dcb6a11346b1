import { expect } from 'vitest'
import { downloaded, type Person, typePin } from '../people/person.ts'

export interface Bought {
  decision: 'approved' | 'declined'
  reason?: string
}

/** Buys something in a shop with the card of these last four digits; how it was decided. */
export async function buy({ town }: Person, last4: string, purchase: object): Promise<Bought> {
  const shop = { last4, mcc: '5814', country: 'US', merchant: 'Blue Kiln Coffee', amount: '12.50' }
  return await town.console<Bought>('/issuer/purchase', { ...shop, ...purchase })
}

/** Opens the page of a card by its last four digits, from the list of all. */
export async function visitCard({ app, visit }: Person, last4: string): Promise<void> {
  await visit('/pages/cardList/cardList')
  await app.getByRole('link', { name: new RegExp(last4) }).click()
  await app.getByRole('heading', { level: 1, name: new RegExp(last4) }).waitFor()
}

/** Freezes and unfreezes: both count at once, whatever the issuer answers. */
export async function freezeAndUnfreeze(person: Person, last4: string): Promise<void> {
  const { app, w } = person
  await visitCard(person, last4)
  const actions = app.getByRole('navigation', { name: w('card.actions') })
  await actions.getByRole('button', { name: w('card.freeze') }).click()
  await actions.getByRole('button', { name: w('card.unfreeze') }).waitFor()
  expect(await buy(person, last4, {})).toMatchObject({ decision: 'declined', reason: 'card_frozen' })
  await actions.getByRole('button', { name: w('card.unfreeze') }).click()
  await actions.getByRole('button', { name: w('card.freeze') }).waitFor()
}

/** Lowers the limit of one purchase to ten dollars: eleven are too many, and that is told as what it is. */
export async function lowerLimit(person: Person, last4: string): Promise<void> {
  const { app, w } = person
  await visitCard(person, last4)
  await app.getByRole('button', { name: w('card.limits'), exact: true }).click()
  await app.getByRole('button', { name: new RegExp(w('card.limits.single')) }).click()
  for (const key of '10') await app.getByRole('button', { name: key, exact: true }).click()
  await app.getByRole('button', { name: w('card.save'), exact: true }).click()
  await app.getByRole('button', { name: new RegExp(w('card.limits.single')) }).waitFor()
  expect(await buy(person, last4, { amount: '11.00' })).toMatchObject({
    decision: 'declined',
    reason: 'limit_single',
  })
  expect(await buy(person, last4, { amount: '9.00' })).toMatchObject({ decision: 'approved' })
}

/** Forbids what is bought online, though it was lately, sees it declined, and allows it again by PIN. */
export async function forbidOnline(person: Person, last4: string): Promise<void> {
  const { app, w } = person
  await visitCard(person, last4)
  await app.getByRole('button', { name: w('card.rules'), exact: true }).click()
  const online = app.getByRole('switch', { name: new RegExp(w('card.rules.online')) })
  await online.click()
  await app.getByText(w('control.hindsight.note')).waitFor()
  await app.getByRole('button', { name: w('control.hindsight.save') }).click()
  await expect.poll(() => online.getAttribute('aria-checked')).toBe('false')
  expect(await buy(person, last4, { amount: '5.00' })).toMatchObject({
    decision: 'declined',
    reason: 'channel_online',
  })
  await online.click()
  await typePin(person, w('card.rules.allow'))
  await expect.poll(() => online.getAttribute('aria-checked')).toBe('true')
  expect(await buy(person, last4, { amount: '5.00' })).toMatchObject({ decision: 'approved' })
}

/** Makes the statement of a card on its page and keeps it; what the table says. */
export async function keepCardStatement(person: Person, last4: string): Promise<string> {
  const { app, w } = person
  await visitCard(person, last4)
  await app.getByRole('button', { name: w('card.statement'), exact: true }).click()
  await app.getByText(w('statement.csv'), { exact: true }).click()
  const make = app.getByRole('button', { name: w('statement.make') })
  const { content } = await downloaded(person, () => make.click())
  return content.toString('utf8')
}

/** Wants to hear when a card has less than now, buys something, and reads it among the messages. */
export async function hearOfLittle(person: Person, last4: string): Promise<void> {
  const { app, w, visit } = person
  await visitCard(person, last4)
  const available = await app
    .getByText(/^\$[\d,.]+$/)
    .first()
    .innerText()
  await app.getByRole('button', { name: w('card.low'), exact: true }).click()
  await app.getByLabel(w('control.low.below')).fill(available.replace(/[$,]/g, ''))
  await app.getByRole('button', { name: w('control.low.start'), exact: true }).click()
  await app.getByText(w('control.low.started')).waitFor()
  expect(await buy(person, last4, { amount: '2.00' })).toMatchObject({ decision: 'approved' })
  await visit('/pages/messages/messages?kind=system')
  await app.getByText(available.replace('$', '')).first().waitFor()
}

/** Asks beforehand what a shop abroad and a cash machine will come to; it is answered as the real purchase is. */
export async function tryPurchase(person: Person, last4: string): Promise<void> {
  const { app, w } = person
  await visitCard(person, last4)
  await app.getByRole('button', { name: w('card.trial'), exact: true }).click()
  const sheet = app.getByRole('dialog')
  await sheet.getByLabel(w('control.trial.amount')).fill('5')
  await sheet.getByLabel(w('control.trial.country')).selectOption('JP')
  await sheet.getByRole('button', { name: w('control.trial.ask'), exact: true }).click()
  await sheet.getByText(w('control.trial.yes'), { exact: true }).waitFor()
  await sheet.getByText(w('card.fees.crossBorder'), { exact: true }).waitFor()
  expect(await buy(person, last4, { amount: '5.00', country: 'JP' })).toMatchObject({ decision: 'approved' })
  await sheet.getByRole('button', { name: w('control.trial.atm'), exact: true }).click()
  await sheet.getByLabel(w('control.trial.amount')).fill('11')
  await sheet.getByRole('button', { name: w('control.trial.ask'), exact: true }).click()
  await sheet.getByText(new RegExp(w('decline.limit_single'))).waitFor()
  await sheet.getByRole('link', { name: w('control.trial.mend') }).click()
  await app.getByRole('button', { name: new RegExp(w('card.limits.single')) }).waitFor()
}

/** Stops a merchant from the bill of what was bought there, sees it declined, and lets it charge again by PIN. */
export async function stopMerchant(person: Person, last4: string): Promise<void> {
  const { app, w, visit } = person
  const merchant = 'Kiln Video 18005550101'
  expect(await buy(person, last4, { amount: '4.00', merchant })).toMatchObject({ decision: 'approved' })
  await visit('/pages/bill/bill')
  await app
    .getByRole('button', { name: new RegExp(`^${merchant}`) })
    .first()
    .click()
  await app.getByRole('link', { name: w('wallet.trail.merchant') }).click()
  const video = app.getByRole('switch', { name: new RegExp(merchant) })
  await video.click()
  await expect.poll(() => video.getAttribute('aria-checked')).toBe('false')
  const again = { amount: '4.00', merchant: 'Kiln Video 18005550199' }
  expect(await buy(person, last4, again)).toMatchObject({ decision: 'declined', reason: 'merchant_stopped' })
  await video.click()
  await typePin(person, w('control.merchants.allow'))
  await expect.poll(() => video.getAttribute('aria-checked')).toBe('true')
  expect(await buy(person, last4, again)).toMatchObject({ decision: 'approved' })
}

/** Closes a card for good; what was on it goes to the wallet. */
export async function closeCard(person: Person, last4: string): Promise<void> {
  const { app, w } = person
  await visitCard(person, last4)
  await app.getByRole('button', { name: w('card.close'), exact: true }).click()
  const sheet = app.getByRole('dialog')
  await sheet.getByRole('button', { name: w('card.close'), exact: true }).click()
  await typePin(person, w('card.close'))
  await app.getByText(w('card.close.done'), { exact: true }).first().waitFor()
}
