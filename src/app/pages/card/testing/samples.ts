import type { Output } from '../../../../contract/call.ts'
import type { Card, CardType, detail, Opening } from '../../../../contract/card.ts'

// For tests: a card, a kind of card, a purchase; change what matters.

export const celadon: CardType = {
  id: 'celadon',
  name: 'Celadon',
  organization: 'Visa',
  currency: 'USD',
  rechargeCurrency: 'USDT',
  region: 'US',
  type: 'virtual',
  material: 'regular',
  face: 'celadon',
  openFee: '5',
  rechargeFee: '1',
  consumeFee: '0.5',
  crossBorderFee: '1.5',
  annualFee: '0',
  singleRechargeMin: '10',
  singleRechargeLimit: '10000',
  singleConsumeLimit: '5000',
  dayConsumeLimit: '10000',
  monthConsumeLimit: '50000',
  needKyc: true,
  asksCardholder: false,
  status: 'enable',
}

export const cardId = '01990000-0000-7000-8000-000000000010'

export const sampleCard: Card = {
  id: cardId,
  cardOutId: cardId,
  cardNo: '**** **** **** 4821',
  last4: '4821',
  expiry: '**/**',
  balance: '120',
  frozenAmount: '20',
  available: '100',
  cardHolder: 'LIN WEI',
  cardTypeId: 'celadon',
  cardTypeName: 'Celadon',
  face: 'celadon',
  organization: 'Visa',
  currency: 'USD',
  rechargeCurrency: 'USDT',
  region: 'US',
  type: 'virtual',
  material: 'regular',
  status: 'active',
  nickname: null,
  phone: null,
  areaCode: null,
  createTime: '2026-09-12T08:00:00.000Z',
}

/** As its own page reads it. */
export const sampleDetail: Output<typeof detail> = {
  ...sampleCard,
  billingAddress: { address: 'Kiln Road 1', city: 'Jingdezhen', postalCode: '333000', country: 'CN' },
  canChangePhone: true,
  renewal: null,
}

export const sampleOpening: Opening = {
  orderId: '01990000-0000-7000-8000-000000000020',
  cardTypeId: 'celadon',
  cardTypeName: 'Celadon',
  total: '55.5',
  createTime: '2026-09-12T08:00:00.000Z',
}

export const declinedPurchase = {
  id: cardId,
  threadId: 'thread',
  merchant: 'Steam',
  mcc: '5816',
  country: 'US',
  amount: '-59.99',
  currency: 'USD',
  fee: '0',
  authorized: '59.99',
  held: '0',
  cleared: '0',
  clearings: 0,
  refunded: '0',
  isForced: false,
  status: 'declined',
  reason: 'no_money',
  billId: '01990000-0000-7000-8000-000000000077',
  createTime: '2026-11-20T10:00:00.000Z',
}

export const postedPurchase = { ...declinedPurchase, status: 'posted', reason: null }

export const master = {
  currency: 'USDT',
  balance: '412.75',
  frozen: '0',
  available: '412.75',
  cardBalance: '120',
  cardCount: 1,
  firstKeep: null,
}

/** One page with these rows. */
export function pageOf(list: object[], total = list.length) {
  return { list, total, page: 1, pageSize: 20 }
}

/** One page with these cards, and those that are being opened. */
export function cardsOf(list: object[], openings: Opening[] = []) {
  return { ...pageOf(list), openings }
}
