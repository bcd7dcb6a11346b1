import { saveAddress } from '../../../src/contract/address.ts'
import {
  applyCard,
  applyResult,
  confirmCardHolderId,
  generatorCardHolderUrl,
  payApply,
} from '../../../src/contract/application.ts'
import { closeCard } from '../../../src/contract/card-control.ts'
import { until } from '../../fixtures/until.ts'
import { type Phone, phonePin as pin } from '../people/phone.ts'
import { cardOf } from '../people/phone-hands.ts'
import { ordersOf } from '../steps/physical.ts'
import { payInVain } from './buyer.ts'
import { actionNamed, type Case, type Customer, fill, notice, open, page, press, result } from './case.ts'

/** Somebody with two cards, one of them of an issuer that lets nobody change its cardholder, and an address. */
export interface Holder extends Customer {
  cardId: string
  fixedCardId: string
  addressId: string
}

const home = {
  country: 'DE',
  state: '',
  city: 'Meissen',
  address: 'Talstrasse 9',
  zipCode: '01662',
  recipient: 'Wei Lin',
  email: 'wei@mail.test',
  areaCode: '+49',
  phone: '15112345678',
  isDefault: true,
}
const box = 'P.O. Box 12'
const tooShort = 'The address is too short'

export const holderCases: Case<Holder>[] = [
  {
    of: 'card_open_failed',
    when: 'the issuer does not open another card',
    async does(person) {
      await payInVain(person, '/v1/cards')
      await result(person, person.w('card.trouble.card_open_failed'))
    },
    at: result,
    mend: w => w('card.mend.openAgain'),
  },
  {
    of: 'amount_out_of_range',
    when: 'a recharge is too small',
    async does(person) {
      await open(person, `/pages/rechargeCard2/rechargeCard2?cardId=${person.cardId}`)
      await person.app.getByRole('button', { name: '5', exact: true }).click()
    },
    says: w => w('card.move.min', { min: '10.00 USDT' }),
    at: notice,
  },
  {
    of: 'cardholder_fixed',
    when: 'the issuer keeps the phone of a card as it is',
    does: person => open(person, `/pages/motifyCardPhone/motifyCardPhone?id=${person.fixedCardId}`),
    says: w => w('physical.phone.fixed'),
    at: page,
    mend: w => w('mend.service'),
  },
  {
    of: 'address_failed',
    when: 'no courier delivers to a new address',
    does: person => saveAt(person, box),
    at: notice,
  },
  {
    of: 'modify_failed',
    when: 'no courier delivers to an address as it was changed',
    async does(person) {
      await open(person, `/pages/address/address?_id=${person.addressId}`)
      await fill(person, { 'account.place.street': box })
      await press(person, 'account.place.save')
    },
    at: notice,
  },
  {
    of: 'apply_failed',
    when: 'the issuer refuses an application',
    does: person => applyInVain(person),
    says: w => w('card.applied.fail'),
    at: page,
    mend: w => w('physical.restart'),
  },
  {
    of: 'apply_failed',
    when: 'the issuer refuses an application, with its reason',
    does: person => open(person, `/pages/makeCard/makeCard?cardId=${person.cardId}`),
    says: () => tooShort,
    at: page,
  },
  {
    of: 'limit_exceeded',
    when: 'there are twenty addresses already',
    async does(person) {
      for (let number = 2; number <= 20; number++)
        await person.phone.succeed(saveAddress, { ...home, address: `Talstrasse ${number * 10}` })
      await saveAt(person, 'Talstrasse 10')
    },
    says: w => w('account.place.full', { count: 20 }),
    at: notice,
  },
  {
    of: 'card_closed',
    when: 'the card was closed on another device',
    async does(person) {
      const { phone, cardId: id } = person
      await phone.succeed(closeCard, { id, pin, requestId: crypto.randomUUID() })
      await open(person, `/pages/motifyCardPhone/motifyCardPhone?id=${id}`)
    },
    at: page,
    mend: w => w('card.list'),
  },
]

/** Opens both cards and saves the address, from the other device. */
export async function cardsOf(phone: Phone): Promise<Pick<Holder, 'cardId' | 'fixedCardId' | 'addressId'>> {
  const { _id: addressId } = await phone.succeed(saveAddress, home)
  const cardId = await cardOf(phone, { cardTypeId: 'celadon', rechargeAmount: '50' })
  const cardHolderId = await cardholderOf(phone)
  const fixedCardId = await cardOf(phone, { cardTypeId: 'oxblood', cardHolderId })
  return { cardId, fixedCardId, addressId }
}

/** Fills in the form on the issuer's own page. */
async function cardholderOf(phone: Phone): Promise<string> {
  const returnPath = '/pages/openCardKyc/openCardKyc'
  const asked = await phone.succeed(generatorCardHolderUrl, { cardTypeId: 'oxblood', returnPath })
  const { url, cardHolderId } = asked
  const person = { firstName: 'Wei', lastName: 'Lin', birthDate: '1990-02-03', address: 'Kiln Road 1' }
  await fetch(url, { method: 'POST', body: new URLSearchParams(person), redirect: 'manual' })
  return await until(async () => {
    const { status } = await phone.succeed(confirmCardHolderId, { cardHolderId })
    return status === 'confirmed' ? cardHolderId : null
  })
}

/** Saves a new address in Germany. */
async function saveAt(person: Holder, street: string) {
  const { app, w } = person
  await open(person, '/pages/address/address')
  await actionNamed(person, w('account.place.country')).first().click()
  await fill(person, { 'account.place.search': 'Germany' })
  await app
    .getByRole('dialog')
    .getByRole('button', { name: /德国|Germany/ })
    .first()
    .click()
  await fill(person, {
    'account.place.street': street,
    'account.place.zip.plain': '01662',
    'account.place.city': 'Meissen',
    'account.place.recipient': 'Wei Lin',
    'account.place.phone': '15112345678',
  })
  await press(person, 'account.place.save')
}

/** Pays for a physical card, which the issuer then does not make. */
async function applyInVain(person: Holder) {
  const { phone, town, cardId, addressId } = person
  const before = (await ordersOf(town)).length
  const { id, total } = await phone.succeed(applyCard, {
    cardId,
    addressId,
    cardTypeId: 'celadon-physical',
    material: 'regular',
    embossName: 'Wei Lin',
  })
  await phone.succeed(payApply, { id, total, pin, requestId: crypto.randomUUID() })
  const order = await until(async () => {
    const orders = await ordersOf(town)
    return orders.length > before ? (orders[0] ?? null) : null
  })
  await town.console(`/issuer/orders/${order.id}/advance`, { to: 'refused', reason: tooShort })
  await until(async () => ((await phone.succeed(applyResult, { id })).status === 'fail' ? true : null))
  await open(person, `/pages/makeCard/makeCard?cardId=${cardId}`)
}
