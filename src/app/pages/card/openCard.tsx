import { css } from 'goober'
import { useEffect, useState } from 'react'
import type { CardType } from '../../../contract/card.ts'
import { amountMs, draftOf, useKeeping } from '../../forms/draft.ts'
import { go, link } from '../../routing/hash-location.tsx'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { amountText } from '../../ui/amount-text.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, Chips } from '../../ui/chip.tsx'
import { Field } from '../../ui/field.tsx'
import { kindName } from '../../ui/kind-name.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { KindTile } from './parts/card-tile.tsx'
import { KindSummary } from './parts/kinds/kind-summary.tsx'
import { LoadedKind } from './parts/open/loaded-kind.tsx'
import { amountIn, openPlanOf } from './parts/open/open-plan.ts'
import { OpenSummary } from './parts/open/open-summary.tsx'
import { Terms } from './parts/open/terms.tsx'
import { useOpening, type Wallet } from './parts/open/use-opening.ts'
import { isMore } from './parts/reckon.ts'

/** One kind of card: what it is, what it costs, and the recharge at opening. */
export default function OpenCard({ query: { cardTypeId, amount } }: PageProps) {
  useEffect(() => {
    if (!cardTypeId) go('cardTypeList', {}, { replace: true })
  }, [cardTypeId])
  return cardTypeId ? <Opening cardTypeId={cardTypeId} amount={amountIn(amount)} /> : null
}

function Opening({ cardTypeId, amount }: { cardTypeId: string; amount: string }) {
  const { kind, wallet } = useOpening(cardTypeId)
  if (!kind.data) {
    return (
      <Page title={t('card.open')}>
        <LoadedKind of={kind} />
      </Page>
    )
  }
  return <Offer kind={kind.data} wallet={wallet} first={amount} />
}

function Offer({ kind, wallet, first }: { kind: CardType; wallet: Wallet | null; first: string }) {
  const draft = `open ${kind.id}`
  const [typed, setTyped] = useState(() => first || (draftOf(draft, amountMs).text ?? '50'))
  useKeeping(draft, { text: typed })
  const plan = openPlanOf(kind, { typed, wallet })
  const isOff = kind.status === 'disable'
  const next = link(kind.needKyc || kind.asksCardholder ? 'openCardKyc' : 'payOpenCard', {
    cardTypeId: kind.id,
    amount: plan.amount,
  })
  return (
    <Page
      title={t('card.openKind', { name: kindName(kind.name) })}
      footer={
        <>
          <p class={sum}>
            <span>{t('card.total')}</span>
            <b class="num">{amountText({ amount: plan.total, currency: 'USDT' })}</b>
          </p>
          {isOff ? (
            <Button href={link('cardTypeList')}>{t('card.mend.types')}</Button>
          ) : plan.gate ? (
            <Button href={plan.gate.mend.href}>{plan.gate.mend.label}</Button>
          ) : (
            <Button isDisabled={plan.error !== null} {...(plan.error ? {} : { href: next })}>
              {t('card.next')}
            </Button>
          )}
        </>
      }
    >
      <KindTile kind={kind} />
      <Notice tone="warn" text={isOff ? t('refusal.card_type_disabled') : (plan.gate?.text ?? null)} />
      <Section title={t('card.pay.first')}>
        <div class={entry}>
          <Field
            label={t('card.pay.amount')}
            value={typed}
            inputMode="decimal"
            enterKeyHint="done"
            maxLength={10}
            onInput={setTyped}
            error={plan.error}
            hint={t('card.pay.amountHint')}
            after={<span class="unit">USDT</span>}
          />
          <Sums kind={kind} typed={typed} onChoose={setTyped} />
        </div>
      </Section>
      <Section title={t('card.pay.summary')}>
        <OpenSummary kind={kind} plan={plan} wallet={wallet?.available ?? null} />
      </Section>
      <Section title={t('card.fees.title')}>
        <KindSummary kind={kind} />
      </Section>
      <Terms />
    </Page>
  )
}

function Sums({ kind, typed, onChoose }: { kind: CardType; typed: string; onChoose: (sum: string) => void }) {
  const sums = ['20', '50', '100', '200', '500']
    .filter(sum => !isMore(kind.singleRechargeMin, sum))
    .slice(0, 4)
  return (
    <Chips label={t('amountEntry.quick')}>
      {sums.map(sum => (
        <Chip key={sum} isOn={typed === sum} onPress={() => onChoose(sum)}>
          {sum}
        </Chip>
      ))}
      <Chip isOn={typed === '0'} onPress={() => onChoose('0')}>
        {t('card.pay.later')}
      </Chip>
    </Chips>
  )
}

const sum = css`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: 0 12px;
  color: var(--text-2);
  & b {
    margin-inline-start: auto;
    color: var(--text);
    font-size: 1.25rem;
  }
`
const entry = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  & input {
    width: 0;
  }
  & .unit {
    padding: 0 14px;
    color: var(--text-3);
  }
`
