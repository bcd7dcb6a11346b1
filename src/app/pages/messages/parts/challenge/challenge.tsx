import { useState } from 'react'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { placeText } from '../../../../display/place-text.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { amountText } from '../../../../ui/amount-text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { ownAmount } from '../../../../ui/own-amount.ts'
import { Sheet } from '../../../../ui/sheet.tsx'
import { ErrorView, Skeleton } from '../../../../ui/states.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { Ended } from './ended.tsx'
import { TimeLeft } from './time-left.tsx'
import { type Challenge as Given, useChallenge } from './use-challenge.ts'

type Asking = ReturnType<typeof useChallenge>

/** An online purchase that waits for a yes or a no (3-D Secure), and how it ended. */
export function Challenge({ id }: { id: string }) {
  const asking = useChallenge(id)
  const { challenge, failure, look, deny, busy, isElsewhere, trouble } = asking
  if (!challenge) {
    if (!failure) return <Skeleton rows={3} />
    return <ErrorView text={failure.text} status={failure.status} onRetry={look} />
  }
  if (challenge.status === 'waiting') return <Waiting challenge={challenge} of={asking} />
  return (
    <>
      <Ended
        challenge={challenge}
        isElsewhere={isElsewhere}
        isBusy={busy === 'freeze'}
        onFreeze={() => deny(true)}
      />
      <TroubleNotice trouble={trouble} />
    </>
  )
}

function Waiting({ challenge, of }: { challenge: Given; of: Asking }) {
  const { look, approve, deny, hear, busy, trouble } = of
  const [isOpen, setOpen] = useState(false)
  const { amount, currency, available, cardId, canFreeze } = challenge

  return (
    <>
      <p>{t('challenge.ask')}</p>
      <Facts challenge={challenge} onEnd={look} />
      <Notice tone="warn" text={t('challenge.warn')} />
      {Number(available) < Number(amount) && (
        <Notice
          tone="warn"
          text={t('challenge.short', { available: ownAmount({ amount: available, currency }) })}
          action={<a href={link('rechargeCard2', { cardId })}>{t('challenge.recharge')}</a>}
        />
      )}
      <TroubleNotice trouble={isOpen ? null : trouble} />
      <Button isDisabled={busy !== null} onPress={() => setOpen(true)}>
        {t('challenge.approve')}
      </Button>
      {canFreeze && (
        <Button kind="danger" isBusy={busy === 'freeze'} onPress={() => deny(true)}>
          {t('challenge.notMe')}
        </Button>
      )}
      <Button kind="quiet" isBusy={busy === 'deny'} onPress={() => deny(false)}>
        {t('challenge.deny')}
      </Button>
      <p class="cap">{t('challenge.promise')}</p>
      <Sheet isOpen={isOpen} title={t('pin.title')} onClose={() => setOpen(false)}>
        <PinAsk
          movesMoney
          label={t('pin.label')}
          confirm={t('challenge.approve')}
          ask={approve}
          onAnswer={reply => {
            setOpen(false)
            hear(reply)
          }}
        />
      </Sheet>
    </>
  )
}

/** What is agreed to: its sum is told though amounts are hidden. */
function Facts({ challenge, onEnd }: { challenge: Given; onEnd: () => void }) {
  const { merchant, city, country, amount, currency, last4, leftSeconds } = challenge
  return (
    <Summary
      label={t('challenge.facts')}
      items={[
        { label: t('challenge.merchant'), value: merchant && <bdi>{merchant}</bdi> },
        {
          label: t('challenge.amount'),
          value: <strong class="num">{amountText({ amount, currency, exact: true })}</strong>,
        },
        { label: t('challenge.card'), value: t('challenge.last4', { last4 }) },
        { label: t('challenge.place'), value: placeText({ city, country }) },
        { label: t('challenge.left'), value: <TimeLeft seconds={leftSeconds} onEnd={onEnd} /> },
      ]}
    />
  )
}
