import { useEffect, useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import { getCreateCardSuccess } from '../../../../../contract/card.ts'
import { Receipt } from '../../../../decision/receipt.tsx'
import { dateTime } from '../../../../display/calendar.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { Page } from '../../../../ui/page.tsx'
import { Result } from '../../../../ui/seal.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { Steps } from '../../../../ui/steps.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { isZero } from '../reckon.ts'
import { troubleOf } from '../trouble.ts'
import { useUntil } from '../use-until.ts'
import { ReplaceLost } from './replace-lost.tsx'

const pollMs = 1_500
const slowAfterMs = 20_000

type Order = Output<typeof getCreateCardSuccess>

/** How the opening of a card stands, until it is sure. */
export function OpenOrder({ orderId, cardTypeId }: { orderId: string; cardTypeId?: string | undefined }) {
  const { data, failure, retry } = useUntil(
    getCreateCardSuccess,
    { orderId },
    { everyMs: pollMs, isOver: ({ status }) => status !== 'opening' },
  )
  if (data?.status === 'success') return <Opened order={data} />
  if (data?.status === 'fail') return <Refunded order={data} cardTypeId={cardTypeId} />
  const trouble = failure && troubleOf(failure)
  // Not there or somebody else's: nothing goes on that could be told.
  const isDenied = failure?.status === 403
  return (
    <Page
      title={t('card.opening.title')}
      footer={
        <Button kind="plain" href={link('card')}>
          {t('card.opening.leave')}
        </Button>
      }
    >
      {data && !isDenied ? <Waiting order={data} /> : !trouble && <Skeleton rows={3} />}
      {trouble && (
        <Notice
          tone="warn"
          text={
            failure.status === undefined
              ? trouble.text
              : t(isDenied ? 'access.denied' : 'card.opening.offline')
          }
          action={
            !isDenied && (
              <button type="button" onClick={retry}>
                {t('state.retry')}
              </button>
            )
          }
        />
      )}
    </Page>
  )
}

function Waiting({ order }: { order: Order }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfterMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <>
      <Result state="processing" title={t('card.opening.now')}>
        <p>{t(isSlow ? 'card.opening.slow' : 'card.opening.soon')}</p>
      </Result>
      <Steps
        steps={[
          {
            label: order.replaces
              ? t('card.opening.free')
              : t('card.opening.held', { amount: own(order.total) }),
            state: 'done',
          },
          { label: t('card.opening.issuer'), state: 'now', note: t('card.opening.issuerNote') },
          { label: t('card.opening.ready'), state: 'next' },
        ]}
      />
    </>
  )
}

function Opened({ order }: { order: Order }) {
  return (
    <Page
      title={t('card.opening.title')}
      footer={
        <>
          <Button href={order.id ? link('cardDetail', { id: order.id }) : link('card')}>
            {t('card.seeCard')}
          </Button>
          {order.id && isZero(order.rechargeAmount) && (
            <Button kind="quiet" href={link('selectRecharge', { cardId: order.id })}>
              {t('card.mend.recharge')}
            </Button>
          )}
        </>
      }
    >
      <Result
        state="done"
        title={t('card.opening.done')}
        amount={!order.replaces && <Money amount={order.total} currency="USDT" />}
      >
        <p>{t('card.opening.doneText')}</p>
        {order.replaces && <p>{t('card.opening.free')}</p>}
      </Result>
      {order.replaces && <p class="cap">{t('card.replace.carried')}</p>}
      {!order.replaces && <Charged order={order} />}
    </Page>
  )
}

function Charged({ order }: { order: Order }) {
  return (
    <>
      <Paid order={order} />
      <Receipt
        title={t('card.opening.done')}
        lines={[
          [t('card.fees.open'), text(order.openFee)],
          [t('card.pay.first'), !isZero(order.rechargeAmount) && text(order.rechargeAmount)],
          [t('card.fees.recharge'), !isZero(order.rechargeFee) && text(order.rechargeFee)],
          [t('card.pay.paid'), text(order.total)],
          [t('card.time'), dateTime(order.createTime)],
        ]}
      />
    </>
  )
}

function Refunded({ order, cardTypeId }: { order: Order; cardTypeId?: string | undefined }) {
  return (
    <Page
      title={t('card.opening.title')}
      footer={
        <>
          {order.replaces ? (
            <ReplaceLost cardId={order.replaces} cardTypeId={cardTypeId} />
          ) : (
            <Button href={cardTypeId ? link('openCard', { cardTypeId }) : link('cardTypeList')}>
              {t('card.mend.openAgain')}
            </Button>
          )}
          <Button kind="quiet" href={link('service')}>
            {t('mend.service')}
          </Button>
        </>
      }
    >
      <Result state="failed" title={t('refusal.card_open_failed')}>
        <p>
          {t(order.replaces ? 'card.replace.failed' : `card.trouble.${order.reason ?? 'card_open_failed'}`)}
        </p>
      </Result>
      <Notice
        tone="pos"
        text={
          order.replaces ? t('card.replace.free') : t('card.opening.refunded', { amount: own(order.total) })
        }
      />
    </Page>
  )
}

function Paid({ order }: { order: Order }) {
  return (
    <Summary
      items={[
        { label: t('card.fees.open'), value: text(order.openFee) },
        !isZero(order.rechargeAmount) && {
          label: t('card.pay.first'),
          value: <Money amount={order.rechargeAmount} currency="USDT" />,
        },
        !isZero(order.rechargeFee) && {
          label: t('card.fees.recharge'),
          value: <Money amount={order.rechargeFee} currency="USDT" />,
        },
        { label: t('card.pay.paid'), value: <Money amount={order.total} currency="USDT" />, isTotal: true },
      ]}
    />
  )
}

function own(amount: string): string {
  return ownAmount({ amount, currency: 'USDT' })
}

function text(amount: string): string {
  return amountText({ amount, currency: 'USDT' })
}
