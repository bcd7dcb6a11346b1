import { until } from '../../fixtures/until.ts'
import { type Person, typePin } from '../people/person.ts'
import { actionNamed } from '../refusals/case.ts'
import type { Town } from '../town/town.ts'
import { nextCode } from './account.ts'

interface Order {
  id: string
  activationCode: string
}

/** Saves an address in Germany, where every field is typed. */
export async function saveHome({ app, w, visit }: Person): Promise<void> {
  await visit('/pages/address/address')
  await app
    .getByRole('button', { name: new RegExp(w('account.place.country')) })
    .first()
    .click()
  await app.getByLabel(w('account.place.search')).fill('Germany')
  await app
    .getByRole('button', { name: /德国|Germany/ })
    .first()
    .click()
  await app.getByLabel(w('account.place.street')).fill('Talstrasse 9')
  await app.getByLabel(w('account.place.zip.plain')).fill('01662')
  await app.getByLabel(w('account.place.city')).fill('Meissen')
  await app.getByLabel(w('account.place.recipient')).fill('Wei Lin')
  await app.getByLabel(w('account.place.phone')).fill('15112345678')
  await app.getByRole('button', { name: w('account.place.save') }).click()
  await app.getByText(w('account.place.saved')).first().waitFor()
}

/** Applies for a physical card, pays, and follows it until it can be activated. */
export async function orderCard(person: Person): Promise<void> {
  const { app, w, visit } = person
  await visit('/pages/makeCard/makeCard')
  await app.getByRole('button', { name: w('physical.form.next') }).click()
  const pay = app.getByRole('button', { name: new RegExp(w('card.pay.button', { amount: '' }).trim()) })
  const label = (await pay.first().textContent()) ?? ''
  const known = await ordersIn(person.town)
  await pay.first().click()
  await typePin(person, label)
  await app.getByText(w('card.applied.applying'), { exact: true }).first().waitFor()
  const { id } = await newestOrder(person, known)
  for (const to of ['approved', 'printing', 'shipped'])
    await person.town.console(`/issuer/orders/${id}/advance`, { to })
  await app.getByRole('button', { name: w('physical.finish') }).click()
  await app.getByRole('button', { name: w('card.activate') }).waitFor()
}

/** Activates the card with the code of its letter and gives it a PIN. */
export async function activate(person: Person, way = person.w('card.activate')): Promise<void> {
  const { app, w } = person
  const { activationCode } = await newestOrder(person)
  const wrong = activationCode === '000000' ? '000001' : '000000'
  await actionNamed(person, way).click()
  const box = app.getByLabel(w('physical.code'), { exact: true })
  await box.fill(wrong)
  await app.getByRole('button', { name: w('card.next') }).click()
  await app.getByRole('alert').first().waitFor()
  await box.fill(activationCode)
  await app.getByRole('button', { name: w('card.next') }).click()
  await app.getByLabel(w('physical.pin.new'), { exact: true }).fill('2580')
  await app.getByLabel(w('physical.pin.again'), { exact: true }).fill('2580')
  await app.getByRole('button', { name: w('physical.activate.done') }).click()
  await app.getByText(w('physical.active'), { exact: true }).waitFor()
}

/** Changes the phone that the issuer calls, from the page of the card that was just activated. */
export async function changePhone(person: Person): Promise<void> {
  const { app, w, town, email } = person
  const before = await town.codeFor(email)
  await app.getByRole('button', { name: w('card.seeCard') }).click()
  await app.getByRole('link', { name: new RegExp(w('card.changePhone')) }).click()
  await app.getByLabel(w('physical.phone.number')).fill('13900139000')
  await app.getByRole('button', { name: w('code.send') }).click()
  await app.getByLabel(w('code.label')).fill(await nextCode(person, before))
  await typePin(person, w('physical.phone.save'))
  const end = app
    .getByText(w('physical.phone.saved'), { exact: true })
    .or(app.getByText(w('physical.phone.fixed'), { exact: true }))
  await end.first().waitFor()
}

/** The newest order that the issuer has, once it has another one than those; journeys in one town run one after the other. */
export async function newestOrder({ town }: Person, known: readonly Order[] = []): Promise<Order> {
  return await until(async () => {
    const [newest] = await ordersIn(town)
    return newest && !known.some(({ id }) => id === newest.id) ? newest : null
  })
}

async function ordersIn(town: Town): Promise<Order[]> {
  const { issuer } = await town.console<{ issuer: { orders: Order[] } }>('/state')
  return issuer.orders
}

/** The issuer's orders of physical cards, the newest first. */
export async function ordersOf(town: Town): Promise<{ id: string }[]> {
  return (await town.console<{ issuer: { orders: { id: string }[] } }>('/state')).issuer.orders
}
