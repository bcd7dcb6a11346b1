import { randomUUID } from 'node:crypto'
import { userBill } from '../../src/contract/bill.ts'
import { openDispute } from '../../src/contract/dispute.ts'
import { ask, type CardWorld, posting, question, type TestCard, tellEvent } from './cardholder.ts'
import type { TestCustomer } from './customer.ts'

/** A settled purchase and its bill row. */
export interface SettledPurchase {
  threadId: string
  billId: string
}

/** Buys for that much and has the merchant settle it. */
export async function settled(
  tested: CardWorld,
  { customer, card }: { customer: TestCustomer; card: TestCard },
  amount = '20.00',
): Promise<SettledPurchase> {
  const asked = question(card, { amount })
  await ask(tested, asked)
  const { threadId } = asked
  await tellEvent(tested, 'clearing.posted', posting(card, amount, { threadId, final: true }))
  const input = { pageSize: 1, page: 1, cardOutId: card.cardId, type: 'consume' }
  const { list } = await tested.succeed(userBill, input, customer.token)
  return { threadId, billId: list[0]?.id ?? '' }
}

/** What a customer sends to contest it. */
export function contest(billId: string, changes: Record<string, unknown> = {}) {
  return {
    billId,
    reason: 'notReceived',
    amount: '20',
    description: 'The parcel never came.',
    requestId: randomUUID(),
    ...changes,
  }
}

/** A dispute that the issuer has. */
export async function disputed(tested: CardWorld, { token }: TestCustomer, billId: string) {
  const { id } = await tested.succeed(openDispute, contest(billId), token)
  await tested.work()
  return id
}

/** Tells how a dispute stands, as the issuer does. */
export async function standing(
  tested: CardWorld,
  reference: string,
  told: { state: string; version: number; note?: string; evidenceBy?: string },
) {
  const known = tested.issuer.disputes.get(reference)
  if (known) Object.assign(known, told)
  const disputeId = known?.issuerDisputeId ?? 'dispute_unknown'
  return await tellEvent(tested, 'dispute.updated', { disputeId, reference, ...told })
}
