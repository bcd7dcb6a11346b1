import { planned } from './call.ts'

// Physical cards: the state table is decision D4.
const customer = '/api/customer/card/'
export const getCardApplyRecord = planned({
  path: `${customer}getCardApplyRecord`,
  promise: 'How an application stands.',
})
export const applyCard = planned({ path: `${customer}applyCard`, promise: 'Applies for a physical card.' })
export const payApply = planned({
  path: `${customer}payApply`,
  promise: 'Pays for an application.',
  movesMoney: true,
})
export const applyResult = planned({
  path: `${customer}applyResult`,
  promise: 'The result of an application.',
})
export const restartApplyCard = planned({
  path: `${customer}restartApplyCard`,
  promise: 'Starts again after a refusal.',
})
export const finishApply = planned({
  path: `${customer}finishApply`,
  promise: 'Says that the card has arrived.',
})
export const cancelPayApply = planned({
  path: `${customer}cancelPayApply`,
  promise: 'Cancels and refunds an application.',
})
