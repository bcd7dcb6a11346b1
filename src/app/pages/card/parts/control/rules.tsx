import { useState } from 'react'
import { type CardRules, cardRule, tryRules } from '../../../../../contract/card-control.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { type Reply, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import type { IconName } from '../../../../ui/icon-names.ts'
import { List } from '../../../../ui/list.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import { regionName } from '../region.ts'
import { troubleOf } from '../trouble.ts'
import type { Hindsight } from './hindsight.tsx'
import { ownPart } from './own-part.ts'
import { type Change, RuleCountries } from './rule-countries.tsx'

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
            <RuleCountries countries={shown.countries} onChange={change} />
          </>
        )
      }}
    </Loaded>
  )
}

/** The rules as they were answered last, and the change that waits for the PIN or, for what it would have stopped, a yes. */
function useRules(cardId: string) {
  const [now, setNow] = useState<CardRules | null>(null)
  const [asked, setAsked] = useState<Partial<CardRules> | null>(null)
  const [weighed, weigh] = useState<{ set: Partial<CardRules>; seen: Hindsight } | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)

  function take(reply: Reply<typeof cardRule>) {
    setAsked(null)
    weigh(null)
    setTrouble(troubleOf(reply, { cardId }))
    if (reply.ok) setNow(reply.data)
  }
  const change: Change = async (set, allows) => {
    if (isBusy) return
    if (allows) return setAsked(set)
    setBusy(true)
    const tried = await send(tryRules, { id: cardId, rules: set }, { background: true })
    // What is not known keeps nobody from forbidding.
    if (tried.ok && tried.data.declined > 0) weigh({ set, seen: tried.data })
    else await save(set)
    setBusy(false)
  }
  async function save(set: Partial<CardRules>) {
    take(await send(cardRule, { id: cardId, set }))
  }
  const ask = (pin: string) => send(cardRule, { id: cardId, set: asked ?? {}, pin })

  return { now, asked, weighed, trouble, change, save, leave: () => weigh(null), ask, take }
}
