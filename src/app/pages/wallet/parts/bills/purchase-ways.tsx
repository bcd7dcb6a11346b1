import type { detail } from '../../../../../contract/bill.ts'
import type { Output } from '../../../../../contract/call.ts'
import { disputeDays } from '../../../../../contract/promises.ts'
import { date } from '../../../../display/calendar.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'

const dayMs = 24 * 60 * 60 * 1000

type Detail = Pick<Output<typeof detail>, 'bill' | 'steps'>

/** What can be done about a card purchase, or its fee. */
export function PurchaseWays({ of }: { of: Detail }) {
  return (
    <>
      <DisputeWay of={of} />
      <MerchantWay of={of} />
    </>
  )
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
