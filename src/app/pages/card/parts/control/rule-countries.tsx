import { selectCountry } from '../../../../../contract/address.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { t, wireLanguage } from '../../../../state/locale.ts'
import { Chip } from '../../../../ui/chip.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { regionName } from '../region.ts'
import type { Change } from './use-rules.ts'

const most = 60

/** The only countries in which a card pays, or all of them. The first one narrows; every further one widens. */
export function RuleCountries({ countries, onChange }: { countries: string[] | null; onChange: Change }) {
  const known = useLoad(selectCountry, {})
  const chosen = countries ?? []

  function remove(code: string) {
    const left = chosen.filter(each => each !== code)
    // An empty list would forbid every country: the last one to go lifts the rule.
    onChange({ countries: left.length > 0 ? left : null }, left.length === 0)
  }

  return (
    <>
      {countries && (
        <p style="display:flex;flex-wrap:wrap;gap:8px">
          {chosen.map(code => (
            <Chip key={code} isOn onPress={() => remove(code)}>
              <span class="sr">{t('card.rules.remove')}</span>
              {regionName(code)}
              <Icon name="x" size={16} />
            </Chip>
          ))}
        </p>
      )}
      {chosen.length < most && (
        <Loaded of={known} bones={<Skeleton rows={1} />}>
          {all => (
            <Select
              label={t('card.rules.countries')}
              value=""
              options={[
                { value: '', label: t(countries ? 'card.rules.addCountry' : 'card.rules.everywhere') },
                ...all
                  .filter(({ code }) => !chosen.includes(code))
                  .map(({ code, name, nameZh }) => ({
                    value: code,
                    label: wireLanguage() === 'zh' ? nameZh : name,
                  })),
              ]}
              onChange={code => code && onChange({ countries: [...chosen, code] }, countries !== null)}
              hint={t('card.rules.countriesHint')}
            />
          )}
        </Loaded>
      )}
    </>
  )
}
