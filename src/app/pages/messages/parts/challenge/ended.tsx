import type { MessageKey } from '../../../../locales/keys.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { amountText } from '../../../../ui/amount-text.ts'
import { Button } from '../../../../ui/button.tsx'
import { dots } from '../../../../ui/dots.ts'
import { Result, type ResultProps } from '../../../../ui/seal.tsx'
import type { Challenge } from './use-challenge.ts'

type End = 'sending' | 'approved' | 'late' | 'denied' | 'expired' | 'cancelled'

const looks: Record<End, { state: ResultProps['state']; title: MessageKey; text: MessageKey }> = {
  sending: { state: 'processing', title: 'challenge.sending', text: 'challenge.sendingText' },
  approved: { state: 'done', title: 'challenge.approved', text: 'challenge.approvedText' },
  late: { state: 'failed', title: 'challenge.late', text: 'challenge.lateText' },
  denied: { state: 'done', title: 'challenge.denied', text: 'challenge.deniedText' },
  expired: { state: 'failed', title: 'challenge.expired', text: 'challenge.expiredText' },
  cancelled: { state: 'failed', title: 'challenge.cancelled', text: 'challenge.cancelledText' },
}

export interface EndedProps {
  challenge: Challenge
  /** Another device of theirs has decided it while this one waited. */
  isElsewhere: boolean
  isBusy: boolean
  onFreeze: () => void
}

/** How it ended, whether money moved, and what can still be done. */
export function Ended({ challenge, isElsewhere, isBusy, onFreeze }: EndedProps) {
  const { status, cardId, canFreeze, billId, merchant, amount, currency } = challenge
  const { state, title, text } = looks[endOf(challenge)]
  const isWord = status === 'approved' || status === 'denied'
  const isFrozenNow = status === 'denied' && !canFreeze
  return (
    <>
      <Result state={state} title={t(title)} amount={amountText({ amount, currency, exact: true })}>
        {merchant && <p>{dots(merchant, t('challenge.last4', { last4: challenge.last4 }))}</p>}
        <p>{t(text)}</p>
        {isWord && isElsewhere && <p>{t('challenge.elsewhere')}</p>}
        {isFrozenNow && <p>{t('challenge.frozen')}</p>}
      </Result>
      {billId ? (
        <Button href={link('bill', { id: billId })}>{t('challenge.bill')}</Button>
      ) : (
        <Button href={link('cardDetail', { id: cardId })}>{t('challenge.toCard')}</Button>
      )}
      {canFreeze && status === 'denied' && (
        <Button kind="danger" isBusy={isBusy} onPress={onFreeze}>
          {t('challenge.freeze')}
        </Button>
      )}
      <Button kind="quiet" href={link('service')}>
        {t('challenge.help')}
      </Button>
    </>
  )
}

function endOf({ status, answer }: Challenge): End {
  if (status === 'waiting') return 'expired'
  if (status !== 'approved') return status
  if (answer === 'late') return 'late'
  return answer === 'taken' ? 'approved' : 'sending'
}
