import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { typePin } from '../people/person.ts'
import {
  answering,
  type Case,
  type Customer,
  field,
  fill,
  notice,
  open,
  page,
  press,
  result,
  toast,
} from './case.ts'

// Somebody verified, with a PIN and 300 USDT, who has no card yet. Of the PIN's tries the last cases take all.

const celadon = 'cardTypeId=celadon&amount=50'
const nonsense = '999999'

export const buyerCases: Case<Customer>[] = [
  {
    of: 'access_denied',
    when: 'a card belongs to another or to nobody',
    does: person => open(person, `/pages/cardDetail/cardDetail?id=${randomUUID()}`),
    says: w => w('access.denied'),
    at: toast,
  },
  {
    of: 'card_type_missing',
    when: 'there is no such kind of card',
    does: person => open(person, '/pages/openCard/openCard?cardTypeId=gold'),
    at: page,
    mend: w => w('card.types'),
  },
  {
    of: 'card_type_disabled',
    when: 'a kind of card is no longer opened',
    async does(person) {
      const label = await askToPay(person, celadon)
      await person.town.ops('params', 'stop-card-kind', 'celadon')
      await typePin(person, label)
      await notice(person, person.w('refusal.card_type_disabled'))
      await person.town.ops('params', 'offer-card-kind', 'celadon')
    },
    at: notice,
    mend: w => w('card.mend.types'),
  },
  {
    of: 'currency_unsupported',
    when: 'we do not pay that coin',
    does: person => open(person, '/pages/transferOut/transferOut?coin=BTC&chain=BTC'),
    at: page,
    mend: w => w('wallet.in.choose'),
  },
  {
    of: 'address_not_allowed',
    when: 'it is no address',
    async does(person) {
      await open(person, '/pages/transferOut/transferOut?coin=USDT&chain=ERC20')
      await fill(person, { 'wallet.out.to': 'there-is-nobody-at-this-place' })
    },
    says: w => w('wallet.out.problem.format', { chain: 'ERC20' }),
    at: field('wallet.out.to'),
  },
  {
    of: 'checked_here',
    when: 'an amount is none',
    does: person => typeFirstSum(person, '1.2.3'),
    says: w => w('field.amount'),
    at: field('card.pay.amount'),
  },
  {
    of: 'amount_out_of_range',
    when: 'the first recharge is too small',
    does: person => typeFirstSum(person, '3'),
    says: w => w('card.move.min', { min: '10.00 USDT' }),
    at: field('card.pay.amount'),
  },
  {
    of: 'balance_insufficient',
    when: 'the wallet has less, which is seen before',
    does: person => typeFirstSum(person, '9000'),
    says: w => w('card.gate.missing', { amount: '8,795.00 USDT' }),
    at: notice,
    mend: w => w('mend.depositAmount', { amount: '8,795.00 USDT' }),
  },
  {
    of: 'balance_insufficient',
    when: 'the wallet has less, which only the server knows',
    async does(person) {
      const { stop } = await answering(person, 'masterBudgetBalance', 504)
      await pay(person, 'cardTypeId=celadon&amount=9000')
      await stop()
    },
    at: notice,
    mend: w => w('mend.depositAmount', { amount: '8,795.00 USDT' }),
  },
  {
    of: 'budget_failed',
    when: 'the issuer has no budget for them',
    does: person => payInVain(person, '/v1/budgets'),
    says: w => w('card.trouble.budget_failed'),
    at: result,
    mend: w => w('card.mend.openAgain'),
  },
  {
    of: 'checked_here',
    when: 'a description has five letters',
    async does(person) {
      await open(person, '/pages/feedback/feedback')
      await fill(person, { 'help.feedback.describe': 'where' })
      await press(person, 'help.feedback.send')
    },
    says: w => w('field.description'),
    at: field('help.feedback.describe'),
  },
  {
    of: 'install_failed',
    when: 'the browser does not install the app',
    does: person => installInVain(person),
    says: w => w('install.failed'),
    at: toast,
  },
  {
    of: 'checked_here',
    when: 'a PIN has five digits, which is said before',
    async does(person) {
      const { app, w } = person
      await open(person, '/pages/updatePinCode/updatePinCode')
      for (const digit of '13579') await app.getByRole('button', { name: digit, exact: true }).click()
      await app.getByText(w('keypad.progress', { count: 5 })).waitFor()
      expect(await app.getByRole('button', { name: w('account.pin.next') }).isDisabled()).toBe(true)
    },
    says: w => w('account.pin.length'),
    at: page,
  },
  {
    of: 'checked_here',
    when: 'the two PINs differ',
    async does(person) {
      await open(person, '/pages/updatePinCode/updatePinCode')
      await typePin(person, person.w('account.pin.next'))
      await person.app.getByText(person.w('account.pin.repeat')).waitFor()
      await typePin({ ...person, pin: nonsense }, person.w('account.pin.next'))
    },
    says: w => w('field.pinMismatch'),
    at: notice,
  },
  {
    of: 'pin_incorrect',
    when: 'the PIN is wrong',
    does: person => pay(person, celadon, nonsense),
    says: w => w('pin.tries', { count: 4 }),
    at: notice,
  },
  {
    of: 'pin_incorrect',
    when: 'the PIN is wrong for the last time',
    does: person => keepTrying(person, 4),
    says: w => w('pin.locked'),
    at: notice,
  },
  {
    of: 'pin_locked',
    when: 'the PIN was wrong five times, even if it is right now',
    does: person => pay(person, celadon),
    says: w => w('pin.until', { time: '…' }).split('…')[0] as string,
    at: notice,
    mend: w => w('pin.reset'),
  },
]

/** Pays for a card, with the PIN and all. */
async function pay(person: Customer, query: string, pin = person.pin) {
  await typePin({ ...person, pin }, await askToPay(person, query))
}

/** Pays for a card, as far as the PIN; the words of the button under it. */
async function askToPay(person: Customer, query: string): Promise<string> {
  const { app, w } = person
  await open(person, `/pages/payOpenCard/payOpenCard?${query}`)
  const button = app.getByRole('button', { name: w('card.pay.button', { amount: '' }).trim() }).first()
  const label = (await button.textContent()) ?? ''
  await button.click()
  return label
}

/** Pays, and the issuer says no to the next call that begins so. */
export async function payInVain(person: Customer, path: string) {
  await person.town.console('/faults', { part: 'issuer', kind: 'decline', count: 1, path })
  await pay(person, celadon)
  const refunded = person.w('card.opening.refunded', { amount: '55.50 USDT' })
  await person.app.getByText(refunded).waitFor({ timeout: 60_000 })
}

async function typeFirstSum(person: Customer, sum: string) {
  await open(person, '/pages/openCard/openCard?cardTypeId=celadon')
  await fill(person, { 'card.pay.amount': sum })
}

/** Types a wrong PIN so many times. */
async function keepTrying(person: Customer, times: number) {
  const { app, page, w } = person
  const label = await askToPay(person, celadon)
  for (let tries = 0; tries < times; tries++) {
    const answer = page.waitForResponse(response => response.url().endsWith('/openCard'))
    await typePin({ ...person, pin: nonsense }, label)
    await answer
    // The dots are empty again once the answer was shown.
    await app.getByText(w('keypad.progress', { count: 0 })).waitFor()
  }
}

/** The browser offers to install the app, and then does not. */
async function installInVain({ app, page, visit, w }: Customer) {
  await visit('/')
  await app.getByText(w('home.bills')).first().waitFor()
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.reject(new Error('not now')),
    })
    dispatchEvent(offer)
  })
  await app.getByRole('button', { name: w('installRow.title') }).click()
  await app.getByRole('button', { name: w('install.now') }).click()
}
