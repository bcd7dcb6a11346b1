import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useState } from 'react'
import { type Dispute, withdrawDispute } from '../../../../../contract/dispute.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { dots } from '../../../../ui/dots.ts'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { paper } from '../../../../ui/paper.ts'
import { type Step, Steps } from '../../../../ui/steps.tsx'
import { inPlace } from '../tickets/say.ts'
import { EvidenceForm } from './dispute-evidence.tsx'
import { disputeNext, disputeRefusal, disputeStep, disputeTones, isOver } from './dispute-words.ts'

interface DisputeViewProps {
  dispute: Dispute
  onChange: (dispute: Dispute) => void
  /** What can be done at the end. */
  children: ComponentChildren
}

/** One dispute: how it stands, what is wanted, each step with its date, what was said, and the way out of it. */
export function DisputeView({ dispute, onChange, children }: DisputeViewProps) {
  const { number, billId, last4, merchant, reason, amount, currency, status, note, evidenceBy } = dispute
  const tone = disputeTones[status]
  const isOpen = !isOver(dispute) && status !== 'withdrawing'
  return (
    <div class={box}>
      <header>
        <span class="cap">{t('dispute.number', { number })}</span>
        <Chip {...(tone && { tone })}>{t(`dispute.status.${status}`)}</Chip>
        <strong>
          <Money exact amount={amount} currency={currency} />
        </strong>
        <span>{t('dispute.about', { merchant, last4 })}</span>
        <span class="cap">{t(`dispute.reason.${reason}`)}</span>
        <a href={link('bill', { id: billId })}>{t('dispute.bill')}</a>
      </header>
      {note && (
        <Notice
          tone="warn"
          text={
            evidenceBy
              ? t('dispute.wantedBy', { note, time: dateTime(evidenceBy) })
              : t('dispute.wanted', { note })
          }
        />
      )}
      {isOpen && status === 'evidence' && <EvidenceForm id={dispute.id} onDone={onChange} />}
      <section>
        <h3>{t('dispute.steps')}</h3>
        <div class={`${paper} steps`}>
          <Steps steps={stepsOf(dispute)} />
        </div>
      </section>
      <Said dispute={dispute} />
      {isOpen && status !== 'evidence' && <More id={dispute.id} onDone={onChange} />}
      {isOpen && <Withdraw id={dispute.id} onDone={onChange} />}
      {children}
    </div>
  )
}

/** Steps so far, told apart when one comes again, and the one to come. */
function stepsOf(dispute: Dispute): Step[] {
  const counts = new Map<string, number>()
  const known = dispute.steps.map(({ what, at }): Step => {
    const count = (counts.get(what) ?? 0) + 1
    counts.set(what, count)
    const isBad = what === 'disputeLost' || what === 'disputeRefused'
    return {
      label: count > 1 ? `${disputeStep(what)} ${count}` : disputeStep(what),
      state: isBad ? 'failed' : 'done',
      note: dateTime(at),
    }
  })
  const next = disputeNext(dispute)
  return next ? [...known, { label: t('dispute.next'), state: 'now', note: next }] : known
}

function Said({ dispute: { lines } }: { dispute: Dispute }) {
  return (
    <section>
      <h3>{t('dispute.said')}</h3>
      <ul class="said">
        {lines.map(({ id, text, pictures, isSent, createTime }) => (
          <li key={id}>
            <p>{text}</p>
            <p class="cap">
              {dots(
                dateTime(createTime),
                pictures > 0 && t('dispute.pictures', { count: pictures }),
                !isSent && t('dispute.waiting'),
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface WayOn {
  id: string
  onDone: (dispute: Dispute) => void
}

function More({ id, onDone }: WayOn) {
  const [isOpen, open] = useState(false)
  if (isOpen) return <EvidenceForm id={id} onDone={onDone} />
  return (
    <Button kind="plain" onPress={() => open(true)}>
      {t('dispute.add')}
    </Button>
  )
}

/** Asks once more before it goes: what was credited is taken back. */
function Withdraw({ id, onDone }: WayOn) {
  const [isAsking, ask] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [trouble, tell] = useState<string | null>(null)

  async function withdraw() {
    setBusy(true)
    tell(null)
    const reply = await send(withdrawDispute, { id }, inPlace)
    setBusy(false)
    if (!reply.ok) return tell(disputeRefusal(reply))
    feel('medium')
    onDone(reply.data)
  }

  if (!isAsking) {
    return (
      <Button kind="quiet" onPress={() => ask(true)}>
        {t('dispute.withdraw')}
      </Button>
    )
  }
  return (
    <>
      <Notice tone="warn" text={t('dispute.withdraw.text')} />
      <Notice text={trouble} />
      <Button kind="danger" isBusy={isBusy} onPress={withdraw}>
        {t('dispute.withdraw.yes')}
      </Button>
      <Button kind="quiet" onPress={() => ask(false)}>
        {t('dispute.withdraw.no')}
      </Button>
    </>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  & header {
    display: grid;
    gap: 6px;
    justify-items: center;
    text-align: center;
    overflow-wrap: anywhere;
  }
  & header strong {
    font-size: 2rem;
    line-height: 2.375rem;
    font-weight: 600;
  }
  & header a {
    display: grid;
    align-items: center;
    min-height: 44px;
    color: var(--accent);
    font-weight: 600;
  }
  & h3 {
    padding: 0 4px 8px;
    font-size: .875rem;
    font-weight: 500;
    color: var(--text-2);
  }
  & .steps {
    padding: 16px 16px 0;
  }
  & .said {
    display: grid;
    gap: 12px;
  }
  & .said li {
    padding: 10px 14px;
    border-radius: 18px;
    background: var(--accent-soft);
  }
  & .said p:first-child {
    white-space: pre-line;
    overflow-wrap: anywhere;
  }
`
