import { randomUUID } from 'node:crypto'
import { parse } from '../../src/contract/money.ts'
import { testPin } from './customer.ts'

export const order = (fields: Record<string, unknown> = {}) => ({
  cardTypeId: 'celadon',
  rechargeAmount: '50',
  pin: testPin,
  requestId: randomUUID(),
  ...fields,
})
// Celadon: 5 to open, 1 % of the recharge on top.
export const cost = parse('55.5', 'USDT') as bigint
