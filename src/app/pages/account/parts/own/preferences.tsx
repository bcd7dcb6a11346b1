import { useState } from 'react'
import type { UserInfo } from '../../../../../contract/account.ts'
import { appearance, appearances, setAppearance } from '../../../../preferences/appearance.ts'
import { switchLanguage } from '../../../../preferences/switch-language.ts'
import {
  currency,
  hideAmounts,
  language,
  pricingCurrencies,
  setCurrency,
  setHideAmounts,
  t,
} from '../../../../state/locale.ts'
import { recall, remember } from '../../../../storage.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { List } from '../../../../ui/list.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import { Choice } from './choice.tsx'
import { NicknameRow, ZoneRow } from './own-rows.tsx'

const languages = [
  { value: 'zh-CN', label: '简体中文' },
  { value: 'en-US', label: 'English' },
] as const

type Currency = (typeof pricingCurrencies)[number]

/** How the app speaks, prices and looks; the account keeps it for other devices (`preferences.ts`). */
export function Preferences({ user }: { user: UserInfo | undefined }) {
  const [byTap, setByTap] = useState(recall('confirmBy') === 'tap')
  return (
    <List label={t('account.preferences')}>
      {user && <NicknameRow user={user} />}
      <Choice
        icon="languages"
        title={t('account.language')}
        value={language.value}
        options={languages}
        onChange={switchLanguage}
      />
      <Choice
        icon="wallet"
        title={t('account.currency')}
        value={currency.value as Currency}
        options={pricingCurrencies.map(value => ({
          value,
          label: value,
          note: t(`account.currency.${value}`),
        }))}
        onChange={setCurrency}
      />
      {user && <ZoneRow user={user} />}
      <Choice
        icon={document.documentElement.dataset.theme === 'dark' ? 'moon' : 'sun'}
        title={t('account.appearance')}
        value={appearance.value}
        options={appearances.map(value => ({ value, label: t(`account.appearance.${value}`) }))}
        onChange={setAppearance}
      />
      <SwitchRow
        icon={hideAmounts.value ? 'eye-off' : 'eye'}
        title={t('account.hideAmounts')}
        isOn={hideAmounts.value}
        onChange={isHidden => {
          feel('soft')
          setHideAmounts(isHidden)
        }}
      />
      <SwitchRow
        icon="fingerprint"
        title={t('account.confirmByTap')}
        isOn={byTap}
        onChange={isTap => {
          remember('confirmBy', isTap ? 'tap' : null)
          setByTap(isTap)
        }}
      />
    </List>
  )
}
