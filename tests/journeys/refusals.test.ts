import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Refusal, refusals } from '../../src/contract/refusal.ts'
import { tgUnbind } from '../../src/contract/telegram.ts'
import { containers, type Person } from './people/person.ts'
import { type Phone, readyPhone, registeredPhone } from './people/phone.ts'
import { pour, signInAs } from './people/phone-hands.ts'
import { inTelegram, transports } from './people/telegram-person.ts'
import { keepLast } from './reading/shoot.ts'
import { accountCases } from './refusals/account.ts'
import { buyerCases } from './refusals/buyer.ts'
import { type Case, type Customer, prove } from './refusals/case.ts'
import { cardsOf, type Holder, holderCases } from './refusals/holder.ts'
import { leave, leaverCases } from './refusals/leaver.ts'
import { networkCases } from './refusals/network.ts'
import { newcomerCases } from './refusals/newcomer.ts'
import { bind, boundCases, staleCases, unknownCases } from './refusals/telegram.ts'
import { sayEverything } from './refusals/words.ts'
import { atHome, sayItIsTheirs } from './steps/telegram.ts'
import { begin, browser, end, town } from './town/stage.ts'

// Every message of the error catalogue (specification section 8) on the screen of a real browser, brought about by
// what people do and what the world around us answers; in both languages.

beforeAll(() => begin({ SANDBOX_ORDER_MS: '0', SANDBOX_BLOCK_MS: '500' }))
afterAll(end)

const tables: Case<never>[][] = [
  accountCases,
  newcomerCases,
  buyerCases,
  holderCases,
  leaverCases,
  networkCases,
  staleCases,
  unknownCases,
  boundCases,
]

describe.each(['zh', 'en'] as const)('in %s', lang => {
  const phoneInTelegram = { lang, transport: transports[1] }
  let ready: Promise<Phone>[]
  beforeAll(() => {
    ready = [1, 2].map(async () => await pour(town, await readyPhone(town), '300'))
  })

  describeCases('a stranger', accountCases, async () => {
    const person = await arrived()
    return { ...person, phone: await registeredPhone(town) }
  })
  describeCases('a newcomer', newcomerCases, async () => signedIn(await registeredPhone(town)))
  describeCases('a buyer', buyerCases, async () => signedIn((await ready[0]) as Phone))
  describeCases<Holder>('a cardholder', holderCases, async () => {
    const phone = (await ready[1]) as Phone
    const cards = await cardsOf(phone)
    return { ...(await signedIn(phone)), ...cards }
  })
  describeCases('a leaver', leaverCases, async () => signedIn(await leave(town, await registeredPhone(town))))
  describeCases('a proxy in trouble', networkCases, () => arrived())
  describeCases('a stale launch', staleCases, () =>
    inTelegram({ town, browser, ...phoneInTelegram, mood: 'stale' }),
  )
  describeCases('a stranger in Telegram', unknownCases, () =>
    inTelegram({ town, browser, ...phoneInTelegram }),
  )
  describeCases('a customer in Telegram', boundCases, async () => {
    const person = await inTelegram({ town, browser, ...phoneInTelegram })
    const bound = { ...person, phone: await registeredPhone(town) }
    await bind(town, bound)
    await bound.phone.succeed(tgUnbind, { password: person.password })
    await bind(town, bound)
    await person.launch()
    await sayItIsTheirs(person)
    await atHome(person)
    return bound
  })

  test('every refusal has words that are shown, even where nobody expects it', async () => {
    const person = await arrived()
    await sayEverything(person)
    await person.leave()
  })

  async function arrived(): Promise<Person> {
    const person = await containers.browser({ town, browser, lang })
    await person.arrive()
    return person
  }

  /** A browser of a customer's own session. */
  async function signedIn(phone: Phone): Promise<Customer> {
    return await signInAs(await arrived(), phone)
  }
})

/** One person goes through the cases of a table, in their order. */
function describeCases<P extends Person>(title: string, cases: Case<P>[], begin: () => Promise<P>) {
  describe(title, () => {
    let person: P
    beforeAll(async () => {
      person = await begin()
    })
    afterAll(() => person?.leave())

    const rows = cases.map(one => [`${one.of}, when ${one.when}`, one] as const)
    test.each(rows)('%s', async (name, one) => {
      try {
        await prove(person, one)
        expect(person.faults.filter(fault => !fault.startsWith('Failed to load resource'))).toEqual([])
      } finally {
        await keepLast(person.page, name)
      }
    })
  })
}

/** Refusals that section 8 does not have (decision D6 and later): their words are proved by the last test of a language. */
const ours: Refusal[] = [
  'second_factor_required',
  'second_factor_incorrect',
  'second_factor_locked',
  'input_invalid',
  'quote_expired',
  'withdrawals_on_hold',
  'request_in_progress',
  'card_frozen',
  'balance_negative',
  'debt_unpaid',
  'request_changed',
  'rate_unavailable',
  'dispute_refused',
  'refund_watch_refused',
  'challenge_over',
  'account_frozen',
  'passkey_refused',
  'pin_pass_over',
]

test('no refusal is without its case', () => {
  const proved = new Set<string>(tables.flat().map(({ of }) => of))
  const missing = Object.keys(refusals).filter(key => !proved.has(key) && !ours.includes(key as Refusal))
  expect(missing).toEqual([])
  expect(ours.filter(key => proved.has(key))).toEqual([])
})
