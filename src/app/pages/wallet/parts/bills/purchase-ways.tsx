import type { detail } from '../../../../../contract/bill.ts'
import type { Output } from '../../../../../contract/call.ts'
import { parse } from '../../../../../contract/money.ts'
import { disputeDays, refundSpareDays } from '../../../../../contract/promises.ts'
import { date, startOf } from '../../../../display/calendar.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { List, Row } from '../../../../ui/list.tsx'
import { Money } from '../../../../ui/money.tsx'

const dayMs = 24 * 60 * 60 * 1000

type Detail = Pick<Output<typeof detail>, 'bill' | 'steps' | 'awaited'>

/** What can be done about a card purchase, or its fee. */
export function PurchaseWays({ of }: { of: Detail }) {
  return (
    <>
      <RefundWay of={of} />
      <DisputeWay of={of} />
      <MerchantWay of={of} />
    </>
  )
}

/** From a cleared card purchase to the refund that is waited for, or to where one says so while some of it can come back. */
function RefundWay({ of: { bill, steps, awaited } }: { of: Detail }) {
  const href = link('bill', { refund: bill.id })
  if (awaited) {
    const { left, currency, by, isLate } = awaited
    return (
      <List>
        <Row
          icon="rotate-ccw"
          {...(isLate && { tone: 'warn' as const })}
          title={t('wallet.trail.awaited')}
          note={
            isLate ? t('wallet.trail.awaitedLate') : t('wallet.trail.awaitedBy', { date: date(startOf(by)) })
          }
          value={<Money exact amount={left} currency={currency} />}
          href={href}
        />
      </List>
    )
  }
  const lastOf = (...whats: string[]) => steps.findLastIndex(({ what }) => whats.includes(what))
  const clearedAt = steps[lastOf('cleared')]?.at
  const isDisputed = lastOf('disputeOpened') > lastOf(...disputeEnds)
  if (bill.type !== 'consume' || bill.status !== 'done' || !clearedAt || isDisputed) return null
  const last = Date.parse(clearedAt) + (disputeDays - refundSpareDays) * dayMs
  if (last < Date.now() || cameBack(steps) + (parse(bill.amount, 'USD') ?? 0n) >= 0n) return null
  return (
    <Button kind="plain" href={href}>
      {t('wallet.trail.refund')}
    </Button>
  )
}

const disputeEnds = ['disputeWon', 'disputeLost', 'disputeWithdrawn', 'disputeRefused']

/** What of a purchase has come back, in cents. */
function cameBack(steps: Detail['steps']): bigint {
  return steps.reduce((sum, { what, detail }) => {
    const minor = parse(detail.amount ?? '0', 'USD') ?? 0n
    if (what === 'refunded' || what === 'disputeCredited') return sum + minor
    return what === 'withdrawn' || what === 'disputeReversed' ? sum - minor : sum
  }, 0n)
}

/** From a cleared card purchase or its fee to its dispute: to open one while that can be done, or to the one there is. */
function DisputeWay({ of: { bill, steps } }: { of: Detail }) {
  const { type, status, cardOutId, remark } = bill
  const isFee = type === 'fee' && remark.merchant
  if (!cardOutId || status !== 'done' || !(type === 'consume' || isFee)) return null
  const isDisputed = steps.some(({ what }) => what === 'disputeOpened')
  const settledAt = steps.findLast(({ what }) => what === 'cleared' || what === 'charged')?.at
  const until = settledAt ? new Date(Date.parse(settledAt) + disputeDays * dayMs) : null
  if (!isDisputed && (!until || until < new Date())) return null
  return (
    <>
      <Button kind="plain" href={link('feedback', { dispute: bill.id })}>
        {t(isDisputed ? 'wallet.trail.disputeSee' : 'wallet.trail.dispute')}
      </Button>
      {!isDisputed && until && (
        <p class="cap" style="text-align:center">
          {t('wallet.trail.disputeUntil', { date: date(until) })}
        </p>
      )}
    </>
  )
}

const cashMachine = '6011'

/** From a purchase that went through to where its merchant can be stopped. */
function MerchantWay({ of: { bill } }: { of: Detail }) {
  const { type, status, cardOutId, remark } = bill
  const isDeclined = status === 'declined'
  if (!cardOutId || type === 'fee' || isDeclined || !remark.merchant || remark.mcc === cashMachine)
    return null
  return (
    <Button kind="plain" href={link('cardDetail', { id: cardOutId, open: 'merchants' })}>
      {t('wallet.trail.merchant')}
    </Button>
  )
}
