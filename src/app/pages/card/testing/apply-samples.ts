import type { MailingAddress } from '../../../../contract/address.ts'
import type { Application } from '../../../../contract/application.ts'
import type { CardType } from '../../../../contract/card.ts'
import { cardId, celadon } from './samples.ts'

// For tests: a physical kind, an address and an application; change what matters.

export const physical: CardType = {
  ...celadon,
  id: 'celadon-physical',
  name: 'Celadon Physical',
  type: 'physical',
  openFee: '15',
}

export const metal: CardType = {
  ...physical,
  id: 'tenmoku',
  name: 'Tenmoku',
  material: 'metal',
  face: 'tenmoku',
  openFee: '100',
  asksCardholder: true,
}

export const home: MailingAddress = {
  _id: '01990000-0000-7000-8000-000000000030',
  country: 'SG',
  state: '',
  city: 'Singapore',
  address: '1 Raffles Place',
  zipCode: '048616',
  recipient: 'Lin Wei',
  email: 'lin@example.com',
  areaCode: '+65',
  phone: '81234567',
  isDefault: true,
  lines: ['Lin Wei', '1 Raffles Place', 'Singapore 048616', 'SINGAPORE'],
  createTime: '2026-11-20T10:00:00.000Z',
}

export const applicationId = '01990000-0000-7000-8000-000000000040'
export const physicalCardId = '01990000-0000-7000-8000-000000000050'

export const unpaid: Application = {
  id: applicationId,
  cardId,
  physicalCardId: null,
  cardTypeId: physical.id,
  cardTypeName: physical.name,
  material: 'regular',
  status: 'wait_pay',
  embossName: 'LIN WEI',
  addressId: home._id,
  address: home.lines,
  country: 'SG',
  makingFee: '15',
  mailingFee: '12',
  total: '27',
  reason: null,
  tracking: null,
  createTime: '2026-11-20T10:00:00.000Z',
  payTime: null,
  approveTime: null,
  shipTime: null,
  endTime: null,
  can: ['edit', 'pay', 'cancel'],
  isReplacement: false,
  billId: null,
}

/** As long ago as this many days. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
}
