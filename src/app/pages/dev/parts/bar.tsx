import { appearance, setAppearance } from '../../../preferences/appearance.ts'
import { hideAmounts, language, setHideAmounts, setLanguage } from '../../../state/locale.ts'
import { Chip, Chips } from '../../../ui/chip.tsx'
import { say } from './say.ts'

const themes = { light: ['浅色', 'Light'], dark: ['深色', 'Dark'] } satisfies Record<string, [string, string]>

/** Theme, language, hidden amounts: for the whole gallery at once. */
export function Bar() {
  return (
    <Chips label={say('整页', 'Whole page')}>
      {(['light', 'dark'] as const).map(theme => (
        <Chip key={theme} isOn={appearance.value === theme} onPress={() => setAppearance(theme)}>
          {say(...themes[theme])}
        </Chip>
      ))}
      <Chip isOn={language.value === 'zh-CN'} onPress={() => setLanguage('zh-CN')}>
        中文
      </Chip>
      <Chip isOn={language.value === 'en-US'} onPress={() => setLanguage('en-US')}>
        English
      </Chip>
      <Chip isOn={hideAmounts.value} onPress={() => setHideAmounts(!hideAmounts.value)}>
        {say('隐藏金额', 'Hide amounts')}
      </Chip>
    </Chips>
  )
}
