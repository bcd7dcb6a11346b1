import { css } from 'goober'
import { type Bill, detail } from '../../../../../contract/bill.ts'
import type { Output } from '../../../../../contract/call.ts'
import { later } from '../../../../chunks/later.tsx'
import { dateTime } from '../../../../display/calendar.ts'
import { NameText } from '../../../../display/name-text.tsx'
import { rateText } from '../../../../display/rate-text.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { link } from '../../../../routing/hash-location.tsx'
import { hideAmounts, t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Button } from '../../../../ui/button.tsx'
import { dots } from '../../../../ui/dots.ts'
import { List } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { paper } from '../../../../ui/paper.ts'
import { Skeleton } from '../../../../ui/states.tsx'
import { type Step, Steps } from '../../../../ui/steps.tsx'
import { when } from '../../../../ui/when.ts'
import { useLive } from '../use-live.ts'
import { BillAmount, BillRow, isFree, State } from './bill-row.tsx'
import { mendOf, nextStep, reasonOf, stepName, titleOf } from './bill-words.ts'
import { Long, TrailSummary } from './trail-summary.tsx'

// Only purchases lead there.
const PurchaseWays = later(() => import('./purchase-ways.tsx').then(part => part.PurchaseWays), 112)

// Only what was recharged, withdrawn or converted has one.
const TrueCost = later(() => import('./true-cost.tsx').then(part => part.TrueCost), 18)

const BillNote = later(() => import('./bill-note.tsx').then(part => part.BillNote), 64)

// Nobody shares what did not happen.
const TrailReceipt = later(() => import('./trail-receipt.tsx').then(part => part.TrailReceipt), 52)

const movingMs = 5_000

/** A bill, and as far as that is here already what else is known of it. */
type Detail = Pick<Output<typeof detail>, 'bill' | 'related' | 'steps' | 'awaited'> & { next?: string | null }

const bad = new Set([
  'disputeLost',
  'disputeRefused',
  'declined',
  'refused',
  'orphaned',
  'card_closed',
  'failed',
  'cancelled',
  'returned',
])

interface TrailProps {
  id: string
  /** Its row, where that was pressed: what it says is shown while the rest is on its way. */
  bill?: Bill
  /** It is a page of its own: its parts stand right below the title. */
  isPage?: boolean
  onOpen: (bill: Bill) => void
}

/** All that is known of one bill: its sum, why, where from and to, each step, what comes next, what belongs to it. */
export function Trail({ id, bill, isPage, onOpen }: TrailProps) {
  const pauseOf = ({ bill }: Detail) => (bill.status === 'pending' ? movingMs : null)
  const loaded = useLive(detail, { id }, pauseOf, { isKept: true })
  return (
    <Loaded
      of={loaded}
      bones={bill && <Known of={{ bill, related: [], steps: [] }} isComing onOpen={onOpen} />}
    >
      {of => <Known of={of} isPage={isPage} onOpen={onOpen} />}
    </Loaded>
  )
}

interface KnownProps {
  of: Detail
  /** More than its row is on the way. */
  isComing?: boolean
  isPage?: boolean | undefined
  onOpen: (bill: Bill) => void
}

function Known({ of, isComing = false, isPage = false, onOpen }: KnownProps) {
  const Title = isPage ? 'h2' : 'h3'
  const { bill, related } = of
  const mend = mendOf(bill)
  const isFollowed = bill.status === 'pending' || (bill.status === 'failed' && isFree(bill))
  const { orderId, withdrawalId } = of.steps[0]?.detail ?? {}
  return (
    <div class={box}>
      <div class="sum">
        <p>
          <NameText of={titleOf(bill)} />
        </p>
        <strong>
          <BillAmount of={bill} />
        </strong>
        <State of={bill} />
        {isCosted(bill) && !isComing && <TrueCost of={of} />}
      </div>
      <Notice text={reasonOf(bill)} />
      {bill.status === 'declined' && <p class="cap">{t('wallet.trail.free')}</p>}
      {mend && (
        <Button kind="plain" href={mend.href}>
          {mend.label}
        </Button>
      )}
      <section>
        <Title>{t('wallet.trail.steps')}</Title>
        {isComing ? (
          <Skeleton rows={1} />
        ) : (
          <div class={`${paper} steps`}>
            <Steps steps={stepsOf(of)} />
          </div>
        )}
      </section>
      {isFollowed && orderId && (
        <Button kind="plain" href={link('payOpenCard', { orderId })}>
          {t('wallet.trail.opening')}
        </Button>
      )}
      {withdrawalId && (
        <Button kind="plain" href={link('transferOut', { id: withdrawalId })}>
          {t('wallet.trail.withdrawal')}
        </Button>
      )}
      <BillNote of={bill} />
      <TrailSummary bill={bill} />
      {related.length > 0 && (
        <section>
          <Title>{t('wallet.trail.related')}</Title>
          <List label={t('wallet.trail.related')}>
            {related.map(other => (
              <BillRow key={other.id} bill={other} time={when(other.createTime)} onOpen={onOpen} />
            ))}
          </List>
        </section>
      )}
      {bill.cardOutId && /fee|consume|cardT/.test(bill.type) && <PurchaseWays of={of} />}
      {(bill.status === 'done' || bill.status === 'pending') && !isComing && <TrailReceipt of={bill} />}
      <Button kind="quiet" href={link('feedback', { refType: 'bill', refId: bill.id })}>
        {t('wallet.trail.help')}
      </Button>
    </div>
  )
}

function isCosted({ type, status, remark }: Bill): boolean {
  return status === 'done' && (/^(topUp|withdraw)$/.test(type) || remark.referenceRate !== undefined)
}

/** Steps so far, confirmations told once, and the one to come. */
function stepsOf({ steps, next }: Detail): Step[] {
  const told = steps.filter(
    ({ what }, index) => what !== 'confirming' || steps[index + 1]?.what !== 'confirming',
  )
  const counts = new Map<string, number>()
  const known = told.map(({ what, at, detail }, index): Step => {
    const count = (counts.get(what) ?? 0) + 1
    counts.set(what, count)
    const isBad = bad.has(what)
    const isLast = index === told.length - 1
    return {
      label: count > 1 ? `${stepName(what)} ${count}` : stepName(what),
      state: isBad && isLast ? 'failed' : 'done',
      note: (
        <>
          {dots(dateTime(at), noteOf(detail), limitOf(detail))}
          {numbers(detail).map(
            ([name, text]) =>
              !told.slice(0, index).some(({ detail }) => detail[name] === text) && (
                <Long
                  key={name}
                  name={t(`wallet.trail.${name}`)}
                  text={text}
                  label={t(`wallet.trail.${name}`)}
                />
              ),
          )}
        </>
      ),
    }
  })
  return next ? [...known, { label: t('wallet.next.title'), state: 'now', note: nextStep(next) }] : known
}

/** The numbers a step can be looked up by: on the chain, in the books. */
function numbers({ txId, transferId }: Record<string, string>) {
  return Object.entries({ txId, transferId }).filter(([, text]) => text) as ['txId' | 'transferId', string][]
}

function noteOf({
  amount,
  returned,
  currency = '',
  confirms,
  required,
  last4,
  rate,
}: Record<string, string>): string {
  const sum = returned ?? amount
  if (sum && !hideAmounts.value) {
    const shown = amountText({ amount: sum, currency, exact: true })
    return returned ? t('wallet.trail.returned', { amount: shown }) : shown
  }
  if (confirms && required) return t('wallet.in.confirming', { confirms, required })
  if (rate) return t('wallet.trail.rateIs', { rate: rateText(rate) })
  return last4 ? t('wallet.card', { last4 }) : ''
}

/** The limit that a purchase did not fit under, and what of it was used before. */
function limitOf({ limit, used, currency = '' }: Record<string, string>): string {
  if (!limit || hideAmounts.value) return ''
  const shown = (amount: string) => amountText({ amount, currency, exact: true })
  return used
    ? t('wallet.trail.limitUsed', { limit: shown(limit), used: shown(used) })
    : t('wallet.trail.limit', { limit: shown(limit) })
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  & .sum {
    display: grid;
    gap: 6px;
    justify-items: center;
    padding: 4px 0 8px;
    text-align: center;
    overflow-wrap: anywhere;
  }
  & .sum strong {
    font-size: 2rem;
    line-height: 2.375rem;
    font-weight: 600;
  }
  & :is(h2, h3) {
    padding: 0 4px 8px;
    font-size: .875rem;
    font-weight: 500;
    color: var(--text-2);
  }
  & .steps .cap > span {
    justify-content: space-between;
    margin: 0;
  }
  & .steps {
    padding: 16px 16px 0;
  }
`
