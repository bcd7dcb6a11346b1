import { afterAll, beforeAll, expect, test } from 'vitest'
import { containers, type Person } from './people/person.ts'
import { lookAtCard, openCard, recharge, rechargeOnChain } from './steps/card.ts'
import {
  buy,
  closeCard,
  forbidOnline,
  freezeAndUnfreeze,
  hearOfLittle,
  keepCardStatement,
  lowerLimit,
  stopMerchant,
  tryPurchase,
} from './steps/control.ts'
import { activate, changePhone, orderCard, saveHome } from './steps/physical.ts'
import { getReady } from './steps/ready.ts'
import { readBills } from './steps/wallet.ts'
import { begin, browser, end, town } from './town/stage.ts'

// A card's whole life in a real browser, with an issuer that answers late, twice, out of order, or not at all.

beforeAll(() => begin({ SANDBOX_ORDER_MS: '0' }))
afterAll(async () => {
  await town.console('/faults/clear', {})
  await end()
})

test.each(['zh', 'en'] as const)(
  'open, control, order, activate, close, with issuer faults (%s)',
  async lang => {
    const person = await containers.browser({ town, browser, lang })
    try {
      await getReady(person, '1000')
      await trouble(person, 'error_before', 'timeout_after_success', 'duplicate_webhook', 'reorder_webhooks')
      await openCard(person)
      const last4 = await lookAtCard(person)
      await recharge(person, '100')
      await rechargeOnChain(person, last4)
      await readBills(person, [person.w('billKind.remittance'), '25.00'])
      await trouble(person, 'error_before', 'error_after')
      await freezeAndUnfreeze(person, last4)
      await lowerLimit(person, last4)
      await forbidOnline(person, last4)
      await readBills(person, ['Blue Kiln Coffee'])
      await saveHome(person)
      await trouble(person, 'error_after', 'duplicate_webhook')
      await orderCard(person)
      await activate(person)
      await changePhone(person)
      await trouble(person, 'error_before')
      await closeCard(person, last4)
      expect(await buy(person, last4, { amount: '1.00' })).toMatchObject({ decision: 'declined' })
      expect(person.faults).toEqual([])
    } finally {
      if (process.env.SHOTS) await person.page.screenshot({ path: `${process.env.SHOTS}/cards ${lang}.png` })
      await person.leave()
    }
  },
)

test.each(['zh', 'en'] as const)(
  'ask beforehand, stop a merchant, hear that little is left (%s)',
  async lang => {
    const person = await containers.browser({ town, browser, lang })
    try {
      await town.console('/faults/clear', {})
      await getReady(person, '200')
      await openCard(person)
      const last4 = await lookAtCard(person)
      await recharge(person, '100')
      await lowerLimit(person, last4)
      await tryPurchase(person, last4)
      await stopMerchant(person, last4)
      expect(await keepCardStatement(person, last4)).toMatch(new RegExp(`${last4},USD,`))
      await hearOfLittle(person, last4)
      expect(person.faults).toEqual([])
    } finally {
      if (process.env.SHOTS) await person.page.screenshot({ path: `${process.env.SHOTS}/rules ${lang}.png` })
      await person.leave()
    }
  },
)

/** The issuer does each of these wrong the next two times it can. */
async function trouble({ town }: Person, ...kinds: string[]) {
  for (const kind of kinds) await town.console('/faults', { part: 'issuer', kind, count: 2 })
}
