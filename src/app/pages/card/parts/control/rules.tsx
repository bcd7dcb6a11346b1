import { cardRule } from '../../../../../contract/card-control.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { t } from '../../../../state/locale.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import type { IconName } from '../../../../ui/icon-names.ts'
import { List } from '../../../../ui/list.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import { regionName } from '../region.ts'
import { ownPart } from './own-part.ts'
import { RuleCountries } from './rule-countries.tsx'
import { useRules } from './use-rules.ts'

const channels: { name: 'online' | 'contactless' | 'atm' | 'abroad'; icon: IconName }[] = [
  { name: 'online', icon: 'globe' },
  { name: 'contactless', icon: 'smartphone' },
  { name: 'atm', icon: 'wallet' },
  { name: 'abroad', icon: 'map-pin' },
]

const RuleHindsight = ownPart(() => import('./hindsight.tsx').then(part => part.RuleHindsight))

/** Where a card may be used. What is forbidden is forbidden at once; allowing takes the PIN. */
export function Rules({ cardId, region }: { cardId: string; region: string }) {
  const rules = useLoad(cardRule, { id: cardId })
  const { now, asked, weighed, trouble, change, save, leave, ask, take } = useRules(cardId)
  if (asked)
    return <PinAsk label={t('card.rules.pin')} confirm={t('card.rules.allow')} ask={ask} onAnswer={take} />
  if (weighed) return <RuleHindsight of={weighed.seen} onSave={() => save(weighed.set)} onLeave={leave} />
  return (
    <Loaded of={rules} bones={<Skeleton rows={4} />}>
      {loaded => {
        const shown = now ?? loaded
        return (
          <>
            <p class="cap">{t('card.rules.about')}</p>
            <TroubleNotice trouble={trouble} />
            <List label={t('card.rules')}>
              {channels.map(({ name, icon }) => (
                <SwitchRow
                  key={name}
                  icon={icon}
                  title={t(`card.rules.${name}`)}
                  note={t(`card.rules.${name}Note`, { region: regionName(region) })}
                  isOn={shown[name]}
                  onChange={isOn => change({ [name]: isOn }, isOn)}
                />
              ))}
            </List>
            <List>
              <SwitchRow
                icon="snowflake"
                title={t('card.rules.once')}
                note={t('card.rules.onceNote')}
                isOn={shown.isSingleUse}
                onChange={isOn => change({ isSingleUse: isOn }, !isOn)}
              />
            </List>
            <RuleCountries countries={shown.countries} onChange={change} />
          </>
        )
      }}
    </Loaded>
  )
}
