import { t } from '../../../../state/locale.ts'
import type { IconName } from '../../../../ui/icon-names.ts'
import { List } from '../../../../ui/list.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import { regionName } from '../region.ts'
import { RuleCountries } from './rule-countries.tsx'
import { RuleSheet } from './rule-sheet.tsx'

const channels: { name: 'online' | 'contactless' | 'atm' | 'abroad'; icon: IconName }[] = [
  { name: 'online', icon: 'globe' },
  { name: 'contactless', icon: 'smartphone' },
  { name: 'atm', icon: 'wallet' },
  { name: 'abroad', icon: 'map-pin' },
]

/** Where a card may be used, and whether once at a time. */
export function Rules({ cardId, region }: { cardId: string; region: string }) {
  return (
    <RuleSheet cardId={cardId} rows={4}>
      {(rules, change) => (
        <>
          <p class="cap">{t('card.rules.about')}</p>
          <List label={t('card.rules')}>
            {channels.map(({ name, icon }) => (
              <SwitchRow
                key={name}
                icon={icon}
                title={t(`card.rules.${name}`)}
                note={t(`card.rules.${name}Note`, { region: regionName(region) })}
                isOn={rules[name]}
                onChange={isOn => change({ [name]: isOn }, isOn)}
              />
            ))}
          </List>
          <List>
            <SwitchRow
              icon="snowflake"
              title={t('card.rules.once')}
              note={t('card.rules.onceNote')}
              isOn={rules.isSingleUse}
              onChange={isOn => change({ isSingleUse: isOn }, !isOn)}
            />
          </List>
          <RuleCountries countries={rules.countries} onChange={change} />
        </>
      )}
    </RuleSheet>
  )
}
