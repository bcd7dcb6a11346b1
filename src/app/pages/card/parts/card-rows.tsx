import { date } from '../../../calendar.ts'
import { t } from '../../../state/locale.ts'
import { Facts } from '../../../ui/facts.tsx'
import { kindName } from '../../../ui/kind-name.ts'
import { Section } from '../../../ui/section.tsx'
import { PhysicalRows, type PhysicalRowsProps } from './physical-rows.tsx'
import { regionName } from './region.ts'

/** What the card is, and what more can be done with it. */
export function CardRows({ card, first, onChange }: PhysicalRowsProps) {
  return (
    <>
      <Section title={t('card.about')}>
        <Facts
          facts={[
            { label: t('card.holder'), value: card.cardHolder },
            { label: t('card.kind'), value: `${kindName(card.cardTypeName)} · ${card.organization}` },
            { label: t('card.region'), value: regionName(card.region) },
            { label: t('card.currency'), value: card.currency },
            card.phone !== null && {
              label: t('card.phone'),
              value: `${card.areaCode ?? ''} ****${card.phone.slice(-4)}`,
            },
            { label: t('card.since'), value: date(card.createTime) },
          ]}
        />
      </Section>
      <PhysicalRows card={card} first={first} onChange={onChange} />
    </>
  )
}
