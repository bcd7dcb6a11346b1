import { css } from 'goober'
import type { BillingAddress } from '../../../../contract/card.ts'
import { date } from '../../../display/calendar.ts'
import { t } from '../../../state/locale.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { dots } from '../../../ui/dots.ts'
import { kindName } from '../../../ui/kind-name.ts'
import { Section } from '../../../ui/section.tsx'
import { Summary } from '../../../ui/summary.tsx'
import { PhysicalRows, type PhysicalRowsProps } from './plastic/physical-rows.tsx'
import { regionName } from './region.ts'

interface CardRowsProps extends PhysicalRowsProps {
  /** Null where only the issuer knows it. */
  billing: BillingAddress | null
}

/** What the card is, and what more can be done with it. */
export function CardRows({ card, billing, first, onChange }: CardRowsProps) {
  return (
    <>
      <Section title={t('card.about')}>
        <Summary
          items={[
            { label: t('card.holder'), value: card.cardHolder },
            { label: t('card.kind'), value: dots(kindName(card.cardTypeName), card.organization) },
            { label: t('card.region'), value: regionName(card.region) },
            { label: t('card.currency'), value: card.currency },
            { label: t('card.rechargeCurrency'), value: card.rechargeCurrency },
            card.phone !== null && {
              label: t('card.phone'),
              value: `${card.areaCode ?? ''} ****${card.phone.slice(-4)}`,
            },
            {
              label: t('card.billing'),
              value: billing ? <Billing of={billing} /> : t('card.billing.hosted'),
              note: billing && t('card.billing.note'),
            },
            { label: t('card.since'), value: date(card.createTime) },
          ]}
        />
      </Section>
      <PhysicalRows card={card} first={first} onChange={onChange} />
    </>
  )
}

/** Part by part, as forms ask for it. */
function Billing({ of: { address, city, postalCode, country } }: { of: BillingAddress }) {
  return (
    <>
      <span class={parts}>
        {[address, city, postalCode].map(part => (
          <span key={part}>
            <bdi>{part}</bdi>
            <CopyButton text={part} label={part} />
          </span>
        ))}
      </span>
      {regionName(country)}
    </>
  )
}

/** The first line stands on that of its label, and icons end where words do. */
const parts = css`
  display: grid;
  margin: -10px -12px 0 0;
  & span {
    display: flex;
    align-items: center;
    justify-content: flex-end;
  }
`
