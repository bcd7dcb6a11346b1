import { expect } from 'vitest'
import { type Person, typePin } from '../people/person.ts'
import { shoot } from '../reading/shoot.ts'
import { buy, visitCard } from './control.ts'

/** Reads on its bill why a purchase was declined, and presses the button that mends it. */
async function mendDeclined(
  { app, w, visit }: Person,
  { merchant, reason, mend }: { merchant: string; reason: string; mend: string },
): Promise<void> {
  await visit('/pages/bill/bill')
  await app
    .getByRole('button', { name: new RegExp(`^${merchant}`) })
    .first()
    .click()
  const sheet = app.getByRole('dialog')
  await sheet.getByText(w(`wallet.reason.${reason}`)).waitFor()
  await sheet.getByRole('link', { name: w(`wallet.mend.${mend}`) }).click()
}

/** Stops gambling, though some was paid lately, sees it declined, asks for it back, and takes that back. */
export async function stopGambling(person: Person, last4: string): Promise<void> {
  const { app, w } = person
  // A lottery of the state: the issuer itself pays no other gambling.
  const at = (merchant: string) => ({ amount: '3.00', mcc: '7800', merchant })
  expect(await buy(person, last4, at('Lucky Wheel'))).toMatchObject({ decision: 'approved' })
  await visitCard(person, last4)
  await app.getByRole('button', { name: w('card.shops'), exact: true }).click()
  const gambling = app.getByRole('switch', { name: new RegExp(w('control.shops.gambling')) })
  await gambling.click()
  await app.getByText(w('control.hindsight.note')).waitFor()
  await app.getByText('Lucky Wheel').first().waitFor()
  await app.getByRole('button', { name: w('control.hindsight.save') }).click()
  await app.getByRole('switch', { name: new RegExp(w('control.shops.gambling')), checked: false }).waitFor()
  const declined = { decision: 'declined', reason: 'category_stopped' }
  expect(await buy(person, last4, at('Lucky Dice'))).toMatchObject(declined)
  await mendDeclined(person, { merchant: 'Lucky Dice', reason: 'category_stopped', mend: 'shops' })
  await gambling.click()
  await typePin(person, w('card.rules.allow'))
  const keep = app.getByRole('button', { name: w('control.shops.keep') })
  await keep.waitFor()
  expect(await buy(person, last4, at('Lucky Cards'))).toMatchObject(declined)
  await keep.click()
  await keep.waitFor({ state: 'detached' })
}

/** Gives a merchant a cap, which is looked back on first, and sees it declined at that. */
export async function capMerchant(person: Person, last4: string): Promise<void> {
  const { app, w } = person
  const merchant = 'Kiln Video 18005550101'
  expect(await buy(person, last4, { amount: '4.00', merchant })).toMatchObject({ decision: 'approved' })
  await visitCard(person, last4)
  await app.getByRole('button', { name: w('card.merchants'), exact: true }).click()
  const capRow = app.getByRole('button', { name: new RegExp(w('control.merchants.cap')) })
  await capRow.click()
  await app.getByLabel(w('control.merchants.capOf'), { exact: true }).selectOption(merchant)
  const cap = app.getByLabel(w('control.merchants.capAmount'), { exact: true })
  const save = app.getByRole('button', { name: w('card.save'), exact: true })
  await cap.fill('3')
  await save.click()
  await app.getByText(w('control.hindsight.note')).waitFor()
  await shoot(person, 'cap hindsight')
  await app
    .getByRole('dialog')
    .getByRole('button', { name: w('card.back'), exact: true })
    .click()
  await app.getByLabel(w('control.merchants.capOf'), { exact: true }).selectOption(merchant)
  await cap.fill('5')
  await save.click()
  await app.getByRole('switch', { name: /Kiln Video/, checked: true }).waitFor()
  const dearer = { amount: '1.50', merchant: 'Kiln Video 18005550199' }
  expect(await buy(person, last4, dearer)).toMatchObject({ decision: 'declined', reason: 'limit_merchant' })
  await mendDeclined(person, { merchant: dearer.merchant, reason: 'limit_merchant', mend: 'merchants' })
  await capRow.waitFor()
}

/** Lets only the merchants of now charge the card, sees a new one declined, and lets it in by PIN. */
export async function onlyThese(person: Person, last4: string): Promise<void> {
  const { app, w } = person
  await visitCard(person, last4)
  await app.getByRole('button', { name: w('card.merchants'), exact: true }).click()
  const only = (checked: boolean) =>
    app.getByRole('switch', { name: new RegExp(w('control.merchants.only')), checked })
  await only(false).click()
  await only(true).waitFor()
  const market = (order: string) => ({ amount: '2.00', merchant: `Night Market ${order}` })
  expect(await buy(person, last4, market('20001'))).toMatchObject({
    decision: 'declined',
    reason: 'merchant_not_listed',
  })
  await mendDeclined(person, {
    ...{ merchant: 'Night Market 20001', reason: 'merchant_not_listed', mend: 'merchants' },
  })
  const row = (checked: boolean) => app.getByRole('switch', { name: /Night Market/, checked })
  await row(false).click()
  await typePin(person, w('control.merchants.allow'))
  await row(true).waitFor()
  expect(await buy(person, last4, market('20002'))).toMatchObject({ decision: 'approved' })
}

/** Has the card freeze with each purchase, and lifts that from the bill of the next one. */
export async function payOnce(person: Person, last4: string, merchant: string): Promise<void> {
  const { app, w } = person
  await visitCard(person, last4)
  await app.getByRole('button', { name: w('card.rules'), exact: true }).click()
  const once = (checked: boolean) =>
    app.getByRole('switch', { name: new RegExp(w('card.rules.once')), checked })
  await once(false).click()
  await once(true).waitFor()
  const of = (order: string) => ({ amount: '2.00', merchant: `${merchant} ${order}` })
  expect(await buy(person, last4, of('20003'))).toMatchObject({ decision: 'approved' })
  expect(await buy(person, last4, of('20004'))).toMatchObject({
    decision: 'declined',
    reason: 'card_frozen',
  })
  await mendDeclined(person, { merchant: `${merchant} 20004`, reason: 'card_frozen', mend: 'unfreeze' })
  const actions = app.getByRole('navigation', { name: w('card.actions') })
  await actions.getByRole('button', { name: w('card.unfreeze') }).click()
  await actions.getByRole('button', { name: w('card.freeze') }).waitFor()
  // The issuer is told right after, and may still say no for that moment. Asked more often, it would be too many in a minute.
  const buyAgain = () => buy(person, last4, of('20005'))
  await expect.poll(buyAgain, { interval: 8_000 }).toMatchObject({ decision: 'approved' })
}
