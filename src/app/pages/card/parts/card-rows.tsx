import type { Card } from '../../../../contract/card.ts'
import { date } from '../../../format.ts'
import { link } from '../../../hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { kindName } from '../../../ui/kind-name.ts'
import { List, Row } from '../../../ui/list.tsx'
import { Facts } from './facts.tsx'
import { regionName } from './region.ts'
import { Section } from './section.tsx'

/** What the card is, and what more can be done with it. */
export function CardRows({ card }: { card: Card }) {
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
      <Section title={t('card.manage')}>
        <List>
          {card.type === 'physical' && card.status === 'inactive' && (
            <Row
              icon="circle-check"
              title={t('card.activate')}
              href={link('activateCard', { id: card.id })}
            />
          )}
          {card.type === 'virtual' && (
            <Row
              icon="truck"
              title={t('card.physical')}
              note={t('card.coming')}
              href={link('makeCard', { cardId: card.id })}
            />
          )}
          <Row
            icon="phone"
            title={t('card.changePhone')}
            note={t('card.coming')}
            href={link('motifyCardPhone', { id: card.id })}
          />
          <Row icon="settings" title={t('card.limits')} note={t('card.limitsComing')} />
        </List>
      </Section>
    </>
  )
}
