import { css } from 'goober'
import { useState } from 'react'
import { transferOutDetail, type Withdrawal } from '../../../../../contract/withdrawal.ts'
import { Receipt } from '../../../../decision/receipt.tsx'
import { dateTime } from '../../../../display/calendar.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { CopyButton } from '../../../../ui/copy-button.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Result } from '../../../../ui/seal.tsx'
import { Steps } from '../../../../ui/steps.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { useLive } from '../use-live.ts'
import { OutAddress } from './out-address.tsx'
import { clock, useLeft } from './out-left.ts'
import { isOver, reasonText, stepsOf } from './out-states.ts'
import { TakeBack } from './out-take-back.tsx'
import { figure, ownFigure } from './out-terms.tsx'

const movingMs = 2_500
const quietMs = 15_000

/** How a withdrawal stands, live, until nothing more will happen. */
export function OutStatus({ id }: { id: string }) {
  const live = useLive(transferOutDetail, { id }, pauseOf)
  const [taken, take] = useState<Withdrawal | null>(null)
  return (
    <Loaded of={live}>{known => <Standing of={taken ?? known} onTaken={take} onLate={live.reload} />}</Loaded>
  )
}

function pauseOf(of: Withdrawal): number | null {
  if (isOver(of)) return null
  const isResting = of.status === 'held' || of.status === 'review' || waitsByChoice(of)
  return isResting ? quietMs : movingMs
}

/** It is not sent yet, by the wait that its customer had chosen. */
function waitsByChoice({ status, delayHours, leftSeconds = 0 }: Withdrawal): boolean {
  return (status === 'queued' || status === 'review') && !!delayHours && leftSeconds > 60
}

interface StandingProps {
  of: Withdrawal
  onTaken: (taken: Withdrawal) => void
  /** It could not be taken back any more. */
  onLate: () => void
}

function Standing({ of, onTaken, onLate }: StandingProps) {
  const { status, currency, chain, billId } = of
  const left = useLeft(of, of.leftSeconds)
  return (
    <>
      <Headline of={of} />
      {status !== 'cancelled' && (
        <Steps steps={stepsOf(of, status === 'queued' && left > 0 ? clock(left) : null)} />
      )}
      {of.isCancellable && <TakeBack of={of} onTaken={onTaken} onLate={onLate} />}
      <What of={of} />
      <Button kind="plain" href={link('bill', { id: billId })}>
        {t('wallet.in.bill')}
      </Button>
      {status === 'done' && <Sent of={of} />}
      {isOver(of) && (
        <Button kind="quiet" href={link('transferOut', { coin: currency, chain })}>
          {t('wallet.out.again')}
        </Button>
      )}
      {!isOver(of) && <p class="cap">{t('wallet.out.leave')}</p>}
    </>
  )
}

/** The whole address and the transaction: enough for whoever waits for it. */
function Sent({ of: { currency, chain, address, fee, receive, txId, createTime } }: { of: Withdrawal }) {
  return (
    <Receipt
      title={t('wallet.out.title.done')}
      lines={[
        [t('wallet.out.arrives'), figure(receive, currency)],
        [t('wallet.out.fee'), figure(fee, currency)],
        [t('wallet.out.to', { chain }), address],
        [t('wallet.trail.txId'), txId],
        [t('wallet.trail.time'), dateTime(createTime)],
      ]}
    />
  )
}

/** The seal when it is done; otherwise how far it is, and where the money is. */
function Headline({ of }: { of: Withdrawal }) {
  const { status, amount, receive, currency, reason } = of
  const values = { amount: ownFigure(amount, currency), receive: ownFigure(receive, currency) }
  const sign = status === 'done' ? 'done' : status === 'failed' ? 'failed' : 'processing'
  const why = reasonText(reason)
  const text =
    status === 'queued' && waitsByChoice(of)
      ? t('wallet.out.text.delayed', { time: dateTime(of.sendTime) })
      : status !== 'cancelled' && t(`wallet.out.text.${status}`, values)
  return (
    <>
      {status !== 'cancelled' && (
        <Result
          state={sign}
          title={t(`wallet.out.title.${status}`)}
          amount={<Money exact amount={status === 'done' ? receive : amount} currency={currency} />}
        >
          <p>{text}</p>
        </Result>
      )}
      {status === 'cancelled' && <Notice tone="pos" text={t('wallet.out.text.cancelled', values)} />}
      {why && <Notice tone="warn" text={why} action={<a href={link('service')}>{t('mend.service')}</a>} />}
    </>
  )
}

function What({ of }: { of: Withdrawal }) {
  const { status, currency, label, chain, address, amount, fee, receive, txId, createTime } = of
  const isBack = status === 'failed' || status === 'cancelled'
  return (
    <Summary
      label={t('wallet.out.confirm')}
      items={[
        {
          label: t('wallet.out.toLabel', { label, chain }),
          value: <OutAddress address={address} />,
        },
        {
          label: t(isBack ? 'wallet.step.returned' : 'wallet.out.leaves'),
          value: <Money exact amount={amount} currency={currency} />,
        },
        !isBack && { label: t('wallet.out.fee'), value: figure(fee, currency) },
        !isBack && {
          label: t('wallet.out.arrives'),
          value: <Money exact amount={receive} currency={currency} />,
        },
        { label: t('wallet.trail.time'), value: dateTime(createTime) },
        waitsByChoice(of) && { label: t('wallet.out.sendAt'), value: dateTime(of.sendTime) },
        {
          label: t('wallet.trail.txId'),
          value: txId && (
            <span class={hash}>
              <span class="num">{txId}</span>
              <CopyButton text={txId} label={t('wallet.trail.txId')} />
            </span>
          ),
        },
      ]}
    />
  )
}

const hash = css`
  display: flex;
  gap: 4px;
  align-items: center;
  font-size: .875rem;
  & > :first-child {
    min-width: 0;
    overflow-wrap: anywhere;
    text-align: start;
  }
  & button {
    flex: none;
  }
`
