import { afterAll, beforeAll, expect, test } from 'vitest'
import { containers, type Person } from './people/person.ts'
import { lookAtCard, openCard, recharge } from './steps/card.ts'
import { buy } from './steps/control.ts'
import { activate, orderCard, saveHome } from './steps/physical.ts'
import { getReady } from './steps/ready.ts'
import { renewPlastic, renewVirtual } from './steps/renewal.ts'
import { capMerchant, onlyThese, payOnce, stopGambling } from './steps/rules.ts'
import { begin, browser, end, town } from './town/stage.ts'

// What a card's owner lets it pay, and its renewal, in a real browser: each no has its reason, and a button that mends it.

/** Renewals are looked for once a minute. */
const longMs = 900_000

beforeAll(() => begin({ SANDBOX_ORDER_MS: '0' }))
afterAll(end)

test(
  'kinds of shops, a cap, only these merchants, one purchase at a time',
  async () => {
    await holder('zh', async (person, last4) => {
      await recharge(person, '100')
      await stopGambling(person, last4)
      await capMerchant(person, last4)
      await onlyThese(person, last4)
      await payOnce(person, last4, 'Night Market')
    })
  },
  longMs,
)

test(
  'a virtual card is renewed, and a physical one with a new plastic',
  async () => {
    await holder('en', async (person, last4) => {
      await recharge(person, '50')
      await renewVirtual(person, last4)
      expect(await buy(person, last4, { amount: '5.00' })).toMatchObject({ decision: 'approved' })
      await saveHome(person)
      await orderCard(person)
      await activate(person)
      const { app, w } = person
      await app.getByRole('button', { name: w('card.seeCard') }).click()
      const title = await app.getByRole('heading', { level: 1, name: /\d{4}$/ }).textContent()
      await renewPlastic(person, title?.slice(-4) ?? '')
    })
  },
  longMs,
)

/** Somebody who has just opened a card. */
async function holder(lang: 'zh' | 'en', live: (person: Person, last4: string) => Promise<void>) {
  const person = await containers.browser({ town, browser, lang })
  try {
    await getReady(person, '500')
    await openCard(person)
    await live(person, await lookAtCard(person))
    expect(person.faults).toEqual([])
  } finally {
    if (process.env.SHOTS)
      await person.page.screenshot({ path: `${process.env.SHOTS}/card rules ${lang}.png` })
    await person.leave()
  }
}
