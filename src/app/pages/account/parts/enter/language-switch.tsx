import { css } from 'goober'
import { switchLanguage } from '../../../../preferences/switch-language.ts'
import { language } from '../../../../state/locale.ts'
import { Icon } from '../../../../ui/icon.tsx'

/** Changes to the other language; says so in that language. */
export function LanguageSwitch() {
  const isChinese = language.value === 'zh-CN'
  return (
    <button
      type="button"
      class={button}
      lang={isChinese ? 'en' : 'zh-Hans'}
      aria-label={isChinese ? 'Switch to English' : '切换到简体中文'}
      onClick={() => switchLanguage()}
    >
      <Icon name="languages" size={20} />
      <span>{isChinese ? 'English' : '简体中文'}</span>
    </button>
  )
}

const button = css`
  display: flex;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  color: var(--text-2);
  font-size: .9375rem;
`
