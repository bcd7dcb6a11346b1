import { expect } from 'vitest'
import { downloaded, type Person, typePin } from '../people/person.ts'

/** Looks at the kinds of card, opens one with a first recharge, and sees it ready. */
export async function openCard(person: Person): Promise<void> {
  const { app, w, visit } = person
  await visit('/pages/cardTypeList/cardTypeList')
  await app.getByRole('table').first().waitFor()
  await app
    .getByRole('link', { name: new RegExp(w('cardFace.celadon')) })
    .first()
    .click()
  await app.getByRole('link', { name: w('card.next') }).click()
  await app.getByRole('link', { name: w('card.holderConfirm') }).click()
  const pay = w('card.pay.button', { amount: '55.50 USDT' })
  await app.getByRole('button', { name: pay }).click()
  await typePin(person, pay)
  await app.getByText(w('card.opening.done'), { exact: true }).waitFor()
}

/** The last four digits of the only card, read from the card tab; stays on the card's page. */
export async function lookAtCard({ app, w, visit }: Person): Promise<string> {
  await visit('/pages/card/card')
  await app.getByRole('link', { name: w('card.details') }).click()
  const title = await app.getByRole('heading', { level: 1, name: /\d{4}$/ }).textContent()
  return title?.slice(-4) ?? ''
}

/** Shows the full number with the PIN, and hides it again. Returns the digits that were on the screen. */
export async function reveal(person: Person): Promise<string> {
  const { app, w } = person
  await app
    .getByRole('button', { name: w('card.reveal.show'), exact: true })
    .last()
    .click()
  await typePin(person, w('card.reveal.confirm'))
  await app.getByText(w('card.reveal.note')).waitFor()
  const shown = await app
    .getByText(/^\d{4} \d{4} \d{4} \d{4}$/)
    .first()
    .textContent()
  await app
    .getByRole('button', { name: w('card.reveal.hide') })
    .first()
    .click()
  await app.getByText(w('card.reveal.note')).waitFor({ state: 'detached' })
  return shown?.replace(/\s/g, '') ?? ''
}

/** Recharges the card from the wallet, from its own page. */
export async function recharge(person: Person, amount: string): Promise<void> {
  const { app, w } = person
  await app
    .getByRole('link', { name: w('card.recharge') })
    .first()
    .click()
  await app.getByRole('link', { name: w('card.ways.useWallet') }).click()
  for (const key of amount) await app.getByRole('button', { name: key, exact: true }).click()
  await app.getByRole('button', { name: w('card.next') }).click()
  await app.getByRole('button', { name: w('card.move.withPin') }).click()
  await typePin(person, w('card.move.toCard'))
  await app.getByText(w('card.move.doneCard')).first().waitFor()
}

/**
 * Recharges the card on chain: keeps the picture of its address, has somebody send too little, then enough, and watches
 * until both are on the card.
 */
export async function rechargeOnChain(person: Person, last4: string): Promise<void> {
  const { app, w, town, visit } = person
  await visit('/pages/card/card')
  await app
    .getByRole('link', { name: w('card.recharge') })
    .first()
    .click()
  await app.getByRole('link', { name: w('card.ways.useChain') }).click()
  await app.getByRole('img', { name: w('wallet.in.cardQr', { last4 }) }).waitFor()
  const shown = await app
    .getByText(/^0x[0-9a-fA-F]{40}$/)
    .first()
    .textContent()
  const save = app.getByRole('button', { name: w('picture.save'), exact: true })
  const picture = await downloaded(person, () => save.click())
  expect(picture.name).toBe(`glaze-${last4}-USDT-ERC20.png`)
  expect(picture.content.subarray(1, 4).toString()).toBe('PNG')
  const send = (amount: string) =>
    town.console('/chain/deposit', { address: shown, currency: 'USDT', amount })
  await send('0.6')
  const missing = w('wallet.in.waiting', { waiting: '0.60 USDT', missing: '0.40 USDT' })
  await app.getByText(missing).waitFor()
  await send('25')
  await app.getByRole('heading', { name: w('wallet.in.arrived') }).waitFor()
  await app.getByText(w('wallet.in.cardCredited', { last4 })).first().waitFor()
}
