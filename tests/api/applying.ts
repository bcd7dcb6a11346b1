import { userBill } from '../../src/contract/bill.ts'
import type { Call } from '../../src/contract/call.ts'
import { messages } from '../../src/contract/message.ts'
import { type Applicant, everything } from './applicant.ts'
import { type CardWorld, startCardWorld } from './cardholder.ts'

export let tested: CardWorld

/** Opens the world: once for a file, before its tests. */
export async function begin() {
  tested = await startCardWorld()
}

// An opening of 5, then a card of 15 mailed for 5.
export const start = 495_000_000n
export const fee = 20_000_000n
export const untouched = { wallet: start, walletHeld: 0n }
export const reserved = { wallet: start, walletHeld: fee }
export const charged = { wallet: start - fee, walletHeld: 0n }

export async function refusalOf(call: Call, input: Record<string, unknown>, { customer }: Applicant) {
  const envelope = await tested.send(call, input, customer.token)
  return 'key' in envelope ? [envelope.key, envelope.data] : [envelope]
}

export const told = async ({ customer }: Applicant) =>
  (await tested.succeed(messages, { pageSize: 100, page: 1, noticeType: 'application' }, customer.token)).list
    .map(({ params }) => params.state)
    .reverse()

export const billsOf = async ({ customer }: Applicant) =>
  (await tested.succeed(userBill, { pageSize: 100, page: 1 }, customer.token)).list.map(
    ({ type, amount, status, remark }) => [type, amount, status, remark.fee ?? remark.form ?? ''],
  )

export const physicalCards = async ({ customer }: Applicant) =>
  (await everything(tested, customer)).cards.filter(({ parent_card_id }) => parent_card_id !== null)
