import type { CardType } from '../../../../../contract/card.ts'
import { t } from '../../../../state/locale.ts'
import { Section } from '../../../../ui/section.tsx'
import { Compare } from './compare.tsx'
import { HabitsCost } from './habits-cost.tsx'
import { useExtras } from './use-extras.ts'

/** What kinds of card cost: side by side, and for one's own habits. `all` are those that a virtual one is chosen from. */
export function KindCosts({ all, kinds }: { all: CardType[]; kinds: CardType[] }) {
  const extras = useExtras(all)
  return (
    <>
      <Section title={t('card.compareTitle')}>
        <Compare kinds={kinds} extras={extras} />
      </Section>
      <p class="cap">{t('card.compareNote')}</p>
      <Section title={t('card.habits.title')}>
        <HabitsCost kinds={kinds} extras={extras} />
      </Section>
    </>
  )
}
