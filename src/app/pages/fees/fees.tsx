import { useEffect, useState } from 'react'
import { fees } from '../../../contract/cost.ts'
import { monthOf, yearName } from '../../display/calendar.ts'
import { isYear } from '../../display/months.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useLoad } from '../../loading/use-load.ts'
import { zone } from '../../preferences/zone.ts'
import { go } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Chip, Chips } from '../../ui/chip.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { ByCard, ByKind, ByMonth } from './parts/breakdown.tsx'
import { CheaperKind } from './parts/cheaper-kind.tsx'
import { FeesFile } from './parts/fees-file.tsx'
import { Total } from './parts/total.tsx'

/** What fees came to in a year: in all, by month, kind and card, each with the way to its bills. */
export default function FeesPage({ query: { year } }: PageProps) {
  const isMember = useMember() !== null
  return (
    <Page title={t('fees.title')}>
      {isMember && <Years chosen={isYear(year) ? year : monthOf().slice(0, 4)} />}
    </Page>
  )
}

function Years({ chosen }: { chosen: string }) {
  const [known, know] = useState<string[]>([])
  const years = [...new Set([...known, chosen])].sort().reverse()
  return (
    <>
      <Chips label={t('fees.years')}>
        {years.map(year => (
          <Chip key={year} isOn={year === chosen} onPress={() => go('fees', { year }, { replace: true })}>
            {yearName(year)}
          </Chip>
        ))}
      </Chips>
      <OneYear key={chosen} year={chosen} onYears={know} />
    </>
  )
}

function OneYear({ year, onYears }: { year: string; onYears: (years: string[]) => void }) {
  const loaded = useLoad(fees, { zone: zone(), year })
  const { data } = loaded
  useEffect(() => {
    if (data) onYears(data.years)
  }, [data, onYears])
  return (
    <Loaded of={loaded} isMain>
      {of =>
        of.kinds.length === 0 ? (
          <Empty icon="receipt" text={t(of.years.length > 0 ? 'fees.none' : 'fees.noBills')} />
        ) : (
          <>
            <Total year={year} of={of.total} />
            <ByMonth of={of} />
            <ByKind year={year} of={of} />
            <ByCard year={year} of={of} />
            <CheaperKind />
            <FeesFile year={year} />
            <p class="cap">{t('fees.how', { zone: zone() })}</p>
          </>
        )
      }
    </Loaded>
  )
}
