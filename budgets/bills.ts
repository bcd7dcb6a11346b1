import type { Bill, userBill } from '../src/contract/bill.ts'
import type { Input, Output } from '../src/contract/call.ts'
import { ago, card } from './holdings.ts'

const merchants = [
  ['FamilyMart 全家', '5411'],
  ['Didi 滴滴出行', '4121'],
  ['Apple Services', '5735'],
  ['瑞幸咖啡', '5814'],
  ['Booking.com', '7011'],
  ['OpenAI *ChatGPT', '5734'],
  ['山姆会员商店', '5300'],
] as const

/** Bills of a thousand movements, newest first, one every two hours; the newest is still on its way. */
export const thousandBills: readonly Bill[] = Array.from({ length: 1_000 }, (_, index) => billAt(index))

function billAt(index: number): Bill {
  const id = idOf(index)
  const { last4, cardOutId } = index % 3 === 0 ? card.cobalt : card.celadon
  const [merchant, mcc] = merchants[index % merchants.length] as (typeof merchants)[number]
  const purchase = {
    id,
    type: 'consume',
    amount: `-${(index * 37) % 180}.${10 + (index % 90)}`,
    currency: 'USD',
    fee: '0',
    account: last4,
    remark: { merchant, mcc },
    status: index === 0 ? 'pending' : 'done',
    createTime: ago({ hours: 2 * index, minutes: 7 }),
    cardOutId,
    traceId: id,
  } as const
  if (index % 23 === 5)
    return { ...purchase, status: 'declined', remark: { merchant, mcc, reason: 'balance' } }
  if (index % 19 === 7) return { ...purchase, type: 'refund', amount: '12.5' }
  if (index % 17 === 9) return { ...purchase, type: 'topUp', amount: '100', remark: {} }
  if (index % 41 !== 11) return purchase
  return {
    ...purchase,
    type: 'deposit',
    amount: '500',
    currency: 'USDT',
    account: 'wallet',
    remark: {},
    cardOutId: null,
  }
}

/** Ids are in the order of time: the app relies on it. */
function idOf(index: number): string {
  return `01990000-0000-7000-9000-${(0x10_000 - index).toString(16).padStart(12, '0')}`
}

/** One page of them, by number or after the last row of the page before, as the server counts. */
export function billsOf({
  page,
  pageSize,
  after,
  downTo,
  cardOutId,
  type = 'all',
}: Input<typeof userBill>): Output<typeof userBill> {
  const wanted = thousandBills.filter(
    bill => (type === 'all' || bill.type === type) && (!cardOutId || bill.cardOutId === cardOutId),
  )
  const from = after ? wanted.findIndex(({ id }) => id === after) + 1 : (page - 1) * pageSize
  const rest = after ? wanted.slice(from) : wanted
  const list = wanted.slice(from, from + pageSize)
  const counted = downTo ? rest.filter(({ id }) => id >= downTo) : rest
  return { list: [...list], total: counted.length, page, pageSize }
}
