import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isTheFrames } from '../fixtures/browser.ts'
import { containers, type Person } from './people/person.ts'
import { keepLast } from './reading/shoot.ts'
import { forget, login, logOut, readMessages } from './steps/account.ts'
import { lookAtCard, openCard, recharge, reveal } from './steps/card.ts'
import { getReady } from './steps/ready.ts'
import { followMoney, readBills } from './steps/wallet.ts'
import { begin, browser, end, town } from './town/stage.ts'

// The main job, end to end, as a new customer does it: in a real browser, against the running world.

// Nobody has made the database before the server does.
beforeAll(() => begin({ TOWN_DATABASE: '' }))
afterAll(end)

describe.each(Object.keys(containers) as (keyof typeof containers)[])('in the %s', container => {
  test.each(['zh', 'en'] as const)(
    'register, verify, deposit, open a card, recharge, pay, look, forget the password (%s)',
    async lang => {
      const person = await containers[container]({ town, browser, lang })
      try {
        await getReady(person, '1000')
        await openCard(person)
        const last4 = await lookAtCard(person)
        expect((await reveal(person)).slice(-4)).toBe(last4)
        await recharge(person, '100')
        await pay(person, last4)
        // The fee's row is there once the purchase has cleared.
        await readBills(person, ['Blue Kiln Coffee', 'Gold House', person.w('feeKind.consumeFee')])
        await followMoney(person, '^Blue Kiln Coffee')
        await readMessages(person, 'Blue Kiln Coffee')
        await logOut(person)
        await login(person)
        await readBills(person, ['Blue Kiln Coffee'])
        await logOut(person)
        await forget(person)
        await login(person)
        await readBills(person, ['Blue Kiln Coffee'])
        expect(person.faults.filter(fault => !isTheFrames(fault))).toEqual([])
      } finally {
        await keepLast(person.page, `${container} ${lang}`)
        await person.leave()
      }
    },
  )
})

/** A purchase that goes through and clears, and one that the balance does not cover. */
async function pay({ town }: Person, last4: string) {
  const shop = { last4, mcc: '5814', country: 'US' }
  const coffee = { ...shop, merchant: 'Blue Kiln Coffee', amount: '12.50' }
  expect(await town.console('/issuer/purchase', coffee)).toMatchObject({ decision: 'approved' })
  const gold = { ...shop, merchant: 'Gold House', amount: '4000.00' }
  expect(await town.console('/issuer/purchase', gold)).toMatchObject({
    decision: 'declined',
    reason: 'no_money',
  })
}
