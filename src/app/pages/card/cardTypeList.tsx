import { useState } from 'react'
import type { CardType } from '../../../contract/card.ts'
import { later } from '../../chunks/later.tsx'
import { Loaded } from '../../loading/loaded.tsx'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Chip, Chips } from '../../ui/chip.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, Skeleton } from '../../ui/states.tsx'
import { KindRow } from './parts/kinds/kind-row.tsx'
import { useTypes } from './parts/kinds/use-types.ts'

// Loaded later: it stands below what people come for.
const KindCosts = later(() => import('./parts/kinds/kind-costs.tsx').then(part => part.KindCosts))

const forms = ['virtual', 'physical'] as const

/** Every kind of card with all it costs, side by side. */
export default function CardTypeList({ query }: PageProps) {
  const [form, setForm] = useState<CardType['type'] | undefined>(forms.find(each => each === query.type))
  const types = useTypes()
  return (
    <Page title={t('card.types')}>
      <Chips label={t('card.types')}>
        <Chip isOn={!form} onPress={() => setForm(undefined)}>
          {t('card.status.all')}
        </Chip>
        {forms.map(each => (
          <Chip key={each} isOn={form === each} onPress={() => setForm(each)}>
            {t(`cardFace.${each}`)}
          </Chip>
        ))}
      </Chips>
      <Loaded of={types} bones={<Skeleton rows={3} />}>
        {({ list }) => <Kinds all={list} list={list.filter(({ type }) => !form || type === form)} />}
      </Loaded>
    </Page>
  )
}

function Kinds({ all, list }: { all: CardType[]; list: CardType[] }) {
  if (list.length === 0) return <Empty icon="credit-card" text={t('card.typesNone')} />
  return (
    <>
      {list.map(kind => (
        <KindRow key={kind.id} kind={kind} isRecommended={kind === all[0]} />
      ))}
      <KindCosts all={all} kinds={list} />
    </>
  )
}
