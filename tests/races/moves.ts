import { sql } from 'kysely'
import { saveAddress } from '../../src/contract/address.ts'
import { saveToAddressBook } from '../../src/contract/address-book.ts'
import { type Application, applyCard, cancelPayApply, payApply } from '../../src/contract/application.ts'
import type { Call } from '../../src/contract/call.ts'
import { openCard } from '../../src/contract/card.ts'
import { closeCard, reportLost } from '../../src/contract/card-control.ts'
import { cancelDelete, deleteAccount } from '../../src/contract/deletion.ts'
import { confirmTransfer } from '../../src/contract/message.ts'
import type { Refusal } from '../../src/contract/refusal.ts'
import { convertToCardBalance, convertToMasterBalance, repayDebt } from '../../src/contract/wallet.ts'
import { transferOut, transferOutCancel } from '../../src/contract/withdrawal.ts'
import { newId } from '../../src/server/id.ts'
import { makeQuote } from '../../src/server/rates/quotes.ts'
import { testPin } from '../fixtures/account/customer.ts'
import { home } from '../fixtures/cards/applicant.ts'
import { indebted } from '../fixtures/cards/indebted.ts'
import { arrivedAtCard } from '../fixtures/wallet/deposit-world.ts'
import { someAddress } from '../fixtures/wallet/withdrawer.ts'
import { codeOf, newCardOf, newPerson, type Person, savedFor, succeed, type Town } from './town.ts'

/** One way to make a call many times at once. */
export interface Move {
  call: Call
  /** What it is about, where a call is raced in more than one way. */
  about?: string
  /** How many are carried out, however many are sent with a key of their own; without keys it is one. */
  fits: number
  /** What the others are refused with. */
  refusals: readonly Refusal[]
  /** A customer who is about to make it, and what the n-th of `count` asks for; key and PIN are added. */
  ready(town: Town, count: number): Promise<Ready>
}

export interface Ready {
  person: Person
  input: (n: number) => object
}

/** Every call that moves money, and what else may happen once only. A new one has its line here. */
export const moves: readonly Move[] = [
  {
    call: convertToCardBalance,
    fits: 3,
    refusals: ['balance_insufficient'],
    async ready(town) {
      const person = await newPerson(town, { USDT: '40' })
      const cardId = await newCardOf(town, person)
      return { person, input: () => ({ cardId, amount: '12', currency: 'USDT' }) }
    },
  },
  {
    call: convertToMasterBalance,
    about: 'from a card',
    fits: 3,
    refusals: ['balance_insufficient'],
    async ready(town) {
      const person = await newPerson(town)
      const cardId = await newCardOf(town, person, '100')
      return { person, input: () => ({ cardId, amount: '30', currency: 'USD' }) }
    },
  },
  {
    call: convertToMasterBalance,
    about: 'from a coin, with one quote',
    fits: 1,
    refusals: ['quote_expired'],
    async ready(town) {
      const person = await newPerson(town, { ETH: '9' })
      const quoteId = await quoteFor(town, person)
      return { person, input: () => ({ quoteId, amount: '1', currency: 'ETH' }) }
    },
  },
  {
    call: convertToMasterBalance,
    about: 'from a coin, each with a quote of its own',
    fits: 3,
    refusals: ['balance_insufficient'],
    async ready(town, count) {
      const person = await newPerson(town, { ETH: '3.5' })
      const quotes = await Promise.all(Array.from({ length: count }, () => quoteFor(town, person)))
      return { person, input: n => ({ quoteId: quotes[n], amount: '1', currency: 'ETH' }) }
    },
  },
  {
    call: openCard,
    about: 'as far as the money goes',
    fits: 3,
    refusals: ['balance_insufficient'],
    async ready(town) {
      const person = await newPerson(town, { USDT: '19' })
      return { person, input: () => ({ cardTypeId: 'celadon' }) }
    },
  },
  {
    call: openCard,
    about: 'as many as one may have',
    fits: 5,
    refusals: ['limit_exceeded'],
    async ready(town) {
      const person = await newPerson(town, { USDT: '500' })
      return { person, input: () => ({ cardTypeId: 'celadon', rechargeAmount: '20' }) }
    },
  },
  {
    call: payApply,
    about: 'one application',
    fits: 1,
    refusals: ['apply_failed'],
    async ready(town) {
      const person = await newPerson(town, { USDT: '100' })
      const { id, total } = await applied(town, person)
      return { person, input: () => ({ id, total }) }
    },
  },
  {
    call: payApply,
    about: 'three applications with the money for two',
    fits: 2,
    refusals: ['apply_failed', 'balance_insufficient'],
    async ready(town) {
      const person = await newPerson(town, { USDT: '50' })
      const all = [await applied(town, person), await applied(town, person), await applied(town, person)]
      const asked = all.map(({ id, total }) => ({ id, total }))
      return { person, input: n => asked[n % 3] as object }
    },
  },
  {
    call: transferOut,
    about: 'as far as the money goes',
    fits: 3,
    refusals: ['balance_insufficient'],
    async ready(town) {
      const person = await newPerson(town, { USDT: '350' })
      const input = withdrawal(await savedFor(town, person), ['100', '99'])
      return { person, input: () => input }
    },
  },
  {
    call: transferOut,
    about: 'within the limit of a day',
    fits: 3,
    refusals: ['limit_exceeded'],
    async ready(town) {
      const person = await newPerson(town, { USDT: '1000000' })
      const input = withdrawal(await savedFor(town, person), ['6000', '5999'])
      return { person, input: () => input }
    },
  },
  {
    call: confirmTransfer,
    fits: 1,
    refusals: ['modify_failed'],
    async ready(town) {
      const person = await newPerson(town)
      const cardId = await newCardOf(town, person)
      await arrivedAtCard(town.db, { ...person, cardId }, { amount: '1', currency: 'ETH' })
      const { message_id: id } = await town.db
        .selectFrom('card_arrivals')
        .select('message_id')
        .where('user_id', '=', person.userId)
        .executeTakeFirstOrThrow()
      const quoteId = await quoteFor(town, person)
      return { person, input: () => ({ id, quoteId }) }
    },
  },
  {
    call: repayDebt,
    fits: 1,
    refusals: ['modify_failed'],
    async ready(town) {
      const person = await newPerson(town, { USDT: '40' })
      const id = await indebted(town.db, person.userId, '12.34')
      return { person, input: () => ({ id, amount: '12.34' }) }
    },
  },
  {
    call: closeCard,
    fits: 1,
    refusals: ['card_closed'],
    async ready(town) {
      const person = await newPerson(town)
      const id = await newCardOf(town, person, '25')
      return { person, input: () => ({ id }) }
    },
  },
  {
    call: reportLost,
    fits: 1,
    refusals: ['card_closed'],
    async ready(town) {
      const person = await newPerson(town)
      const id = await newCardOf(town, person, '25')
      return { person, input: () => ({ id, why: 'stolen', replace: true }) }
    },
  },
  {
    call: transferOutCancel,
    fits: 1,
    refusals: [],
    async ready(town) {
      const person = await newPerson(town, { USDT: '350' })
      const asked = withdrawal(await savedFor(town, person), ['100', '99'])
      const { id } = await succeed(town, transferOut, decided(asked), person)
      return { person, input: () => ({ id }) }
    },
  },
  {
    call: cancelPayApply,
    fits: 1,
    refusals: ['apply_failed'],
    async ready(town) {
      const person = await newPerson(town, { USDT: '100' })
      const { id, total } = await applied(town, person)
      await succeed(town, payApply, decided({ id, total }), person)
      return { person, input: () => ({ id }) }
    },
  },
  {
    call: deleteAccount,
    fits: 1,
    refusals: ['delete_failed', 'code_incorrect'],
    async ready(town) {
      const person = await newPerson(town, { USDT: '3', ETH: '0.0000001' })
      const code = await codeOf(town, person, 'deleteAccount')
      return { person, input: () => ({ code, pin: testPin, waive: true }) }
    },
  },
  {
    call: cancelDelete,
    fits: 1,
    refusals: [],
    async ready(town) {
      const person = await newPerson(town, { USDT: '3' })
      const code = await codeOf(town, person, 'deleteAccount')
      await succeed(town, deleteAccount, { code, pin: testPin, waive: true }, person)
      return { person, input: () => ({}) }
    },
  },
  {
    call: saveToAddressBook,
    fits: 1,
    refusals: ['code_incorrect'],
    async ready(town) {
      const person = await newPerson(town)
      const input = { chain: 'ERC20', address: someAddress(), label: 'New' }
      const code = await codeOf(town, person, 'transferOut')
      return { person, input: () => ({ ...input, code, pin: testPin }) }
    },
  },
]

/** What a person has decided: with the PIN, under a key of its own. */
export function decided(input: object, requestId = newId()): object {
  return { ...input, pin: testPin, requestId }
}

/** A quote for one ETH that stands however slow the machine is. */
async function quoteFor({ db }: Town, { userId }: Person): Promise<string> {
  const { quoteId } = await makeQuote(db, { userId, from: 'ETH', amount: '1' })
  await sql`update quotes set expires_at = now() + interval '1 hour' where id = ${quoteId}`.execute(db)
  return quoteId
}

/** An application for a physical card, filled in, from a virtual card of its own. */
async function applied(town: Town, person: Person): Promise<Application> {
  const cardId = await newCardOf(town, person)
  const { _id: addressId } = await succeed(town, saveAddress, home, person)
  const plain = { cardTypeId: 'celadon-physical', material: 'regular', embossName: 'Wei Lin' }
  return await succeed(town, applyCard, { cardId, addressId, ...plain }, person)
}

function withdrawal(address: string, [amount, receive]: readonly [string, string]) {
  return { currency: 'USDT', chain: 'ERC20', address, amount, receive }
}
