import { cardRule } from '../../../../../contract/card-control.ts'
import { gamblingWaitHours, type ShopKind, shopKinds } from '../../../../../contract/shops.ts'
import type { CardRules } from '../../../../../contract/usage.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { dateTime } from '../../../../display/calendar.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { t } from '../../../../state/locale.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import type { IconName } from '../../../../ui/icon-names.ts'
import { List } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import { RuleHindsight } from './hindsight.tsx'
import { type Change, useRules } from './use-rules.ts'

const icons: Record<ShopKind, IconName> = {
  gambling: 'ban',
  adult: 'lock',
  alcohol: 'utensils',
  money: 'arrow-left-right',
  games: 'download',
  travel: 'map-pin',
}

/** Which kinds of shops a card pays. Stopping is free and at once; allowing takes the PIN, and gambling two days more. */
export function Shops({ cardId }: { cardId: string }) {
  const rules = useLoad(cardRule, { id: cardId })
  const { now, asked, weighed, trouble, change, save, leave, ask, take } = useRules(cardId)
  if (asked) {
    return (
      <>
        {asked.shops?.gambling && <p>{t('control.shops.cooling', { hours: gamblingWaitHours })}</p>}
        <PinAsk label={t('control.shops.pin')} confirm={t('control.shops.allow')} ask={ask} onAnswer={take} />
      </>
    )
  }
  if (weighed) return <RuleHindsight of={weighed.seen} onSave={() => save(weighed.set)} onLeave={leave} />
  return (
    <Loaded of={rules} bones={<Skeleton rows={6} />}>
      {loaded => (
        <>
          <p class="cap">{t('control.shops.about')}</p>
          <TroubleNotice trouble={trouble} />
          <GamblingNext of={now ?? loaded} onChange={change} />
          <List label={t('card.shops')}>
            {shopKinds.map(kind => (
              <SwitchRow
                key={kind}
                icon={icons[kind]}
                title={t(`control.shops.${kind}`)}
                note={t(`control.shops.${kind}Note`)}
                isOn={(now ?? loaded).shops[kind]}
                onChange={isOn => change({ shops: { [kind]: isOn } }, isOn)}
              />
            ))}
          </List>
          <p class="cap">{t('control.shops.note')}</p>
        </>
      )}
    </Loaded>
  )
}

/** From when on gambling is let through again, and the way back. Renders nothing while nobody waits for that. */
function GamblingNext({ of: { gamblingFrom }, onChange }: { of: CardRules; onChange: Change }) {
  if (gamblingFrom === null) return null
  return (
    <Notice
      tone="warn"
      text={t('control.shops.next', { time: dateTime(gamblingFrom) })}
      action={
        <button type="button" onClick={() => onChange({ shops: { gambling: false } }, false)}>
          {t('control.shops.keep')}
        </button>
      }
    />
  )
}
