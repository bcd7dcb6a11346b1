import { RefundList } from './refund-list.tsx'
import { RefundPage } from './refund-page.tsx'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The refund that is waited for of the purchase with that bill, or else all that are. */
export function Refunds({ of }: { of: string }) {
  return uuid.test(of) ? <RefundPage key={of} billId={of} /> : <RefundList />
}
