import { afterAll, beforeAll, expect, test } from 'vitest'
import { userBill } from '../../src/contract/bill.ts'
import { detail } from '../../src/contract/card.ts'
import { until } from '../fixtures/until.ts'
import { containers, type Person, typePin } from './people/person.ts'
import { readyPhone } from './people/phone.ts'
import { cardOf, pour, signInAs } from './people/phone-hands.ts'
import { shoot } from './reading/shoot.ts'
import { open } from './refusals/case.ts'
import { begin, browser, end, town } from './town/stage.ts'

// A merchant that asks for 3-D Secure: the purchase waits for its customer, who confirms one and denies another.

beforeAll(() => begin())
afterAll(end)

test.each(['zh', 'en'] as const)('one purchase is confirmed and paid, another denied (%s)', async lang => {
  const phone = await pour(town, await readyPhone(town), '100')
  const cardId = await cardOf(phone, { cardTypeId: 'celadon', rechargeAmount: '50' })
  const { last4 } = await phone.succeed(detail, { id: cardId })
  const arriving = await containers.browser({ town, browser, lang })
  await arriving.page.setViewportSize({ width: 360, height: 740 })
  await arriving.arrive()
  const person = await signInAs(arriving, phone)
  const { app, w } = person

  /** The row of that merchant's purchase, once it is so; its fee has one of its own. */
  const rowOf = (keyword: string, status: string) =>
    until(async () => {
      const page = await phone.succeed(userBill, { pageSize: 10, page: 1, keyword })
      return page.list.find(bill => bill.status === status && bill.amount === '-12.5') ?? null
    })

  try {
    await buy(person, { last4, merchant: 'Kiln & Co' })
    await shoot(person, 'challenge')
    await app.getByRole('button', { name: w('challenge.approve') }).click()
    await typePin(person, w('challenge.approve'))
    await app.getByRole('heading', { name: w('challenge.approved') }).waitFor()
    await shoot(person, 'challenge approved')
    await app.getByRole('link', { name: w('challenge.bill') }).click()
    await app.getByText('Kiln & Co').first().waitFor()
    expect(await rowOf('Kiln', 'done')).toMatchObject({ type: 'consume' })

    await buy(person, { last4, merchant: 'Night Ferry' })
    await app.getByRole('button', { name: w('challenge.notMe') }).click()
    await app.getByRole('heading', { name: w('challenge.denied') }).waitFor()
    await app.getByText(w('challenge.frozen')).waitFor()
    await shoot(person, 'challenge denied')
    const { remark } = await rowOf('Night Ferry', 'declined')
    expect(remark).toMatchObject({ reason: 'three_ds_denied' })
    expect(await phone.succeed(detail, { id: cardId })).toMatchObject({ status: 'frozen_user' })
    expect(person.faults).toEqual([])
  } finally {
    await person.leave()
  }
})

/** Buys something online where the merchant asks for a confirmation, and opens what asks for it. */
async function buy(person: Person, { last4, merchant }: { last4: string; merchant: string }) {
  const { app, town } = person
  const purchase = { last4, amount: '12.50', merchant, country: 'US', channel: 'online' }
  const asked = await town.console('/issuer/purchase', { ...purchase, threeDs: 'challenge' })
  expect(asked).toMatchObject({ decision: 'challenged' })
  await open(person, '/pages/messageList/messageList')
  await app
    .getByRole('list', { name: person.w('messages.type.challenge') })
    .getByText(merchant)
    .click()
  await app.getByRole('timer').waitFor()
}
