import { type ShopKind, shopKinds } from '../../../../../contract/shops.ts'
import type { CardRules } from '../../../../../contract/usage.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { t } from '../../../../state/locale.ts'
import type { IconName } from '../../../../ui/icon-names.ts'
import { List } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import type { Change } from './use-rules.ts'

const icons: Record<ShopKind, IconName> = {
  gambling: 'ban',
  adult: 'lock',
  alcohol: 'utensils',
  money: 'arrow-left-right',
  games: 'download',
  travel: 'map-pin',
}

/** Which kinds of shops a card pays; gambling that is allowed again waits for two days. */
export function Shops({ rules, onChange }: { rules: CardRules; onChange: Change }) {
  return (
    <>
      <p class="cap">{t('control.shops.about')}</p>
      <GamblingNext of={rules} onChange={onChange} />
      <List label={t('card.shops')}>
        {shopKinds.map(kind => (
          <SwitchRow
            key={kind}
            icon={icons[kind]}
            title={t(`control.shops.${kind}`)}
            note={t(`control.shops.${kind}Note`)}
            isOn={rules.shops[kind]}
            onChange={isOn => onChange({ shops: { [kind]: isOn } }, isOn)}
          />
        ))}
      </List>
      <p class="cap">{t('control.shops.note')}</p>
    </>
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
