import { css } from 'goober'
import type { ComponentType } from 'preact'
import { useState } from 'react'
import { loadWords, t } from '../state/locale.ts'
import { Button } from '../ui/button.tsx'
import { Chip, Chips } from '../ui/chip.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'
import { Notice } from '../ui/notice.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { toast } from '../ui/toast.tsx'
import { offer } from './install.ts'
import { placeOf } from './install-place.ts'

export interface SheetProps {
  onClose: () => void
}

const tabs = ['browser', 'mobile'] as const
const steps: Record<'ios' | 'android' | 'desktop', readonly IconName[]> = {
  ios: ['upload', 'plus', 'check'],
  android: ['menu', 'download', 'check'],
  desktop: ['download', 'menu', 'check'],
}

/** The sheet, once its words are here. */
export async function installSheet(): Promise<() => ComponentType<SheetProps>> {
  await Promise.all([loadWords('forms'), loadWords('install')])
  return () => InstallSheet
}

/** How the app comes onto the home screen: the browser does it, or it is told step by step. */
function InstallSheet({ onClose }: SheetProps) {
  const { system, isInApp } = placeOf(navigator.userAgent, navigator.maxTouchPoints)
  const [tab, show] = useState<(typeof tabs)[number]>(system === 'desktop' ? 'browser' : 'mobile')
  const told = tab === 'browser' ? 'desktop' : system === 'desktop' ? 'android' : system
  async function install() {
    const event = offer.value
    offer.value = null
    await event?.prompt().catch(() => toast(t('install.failed')))
    onClose()
  }
  return (
    <Sheet isOpen title={t('installRow.title')} onClose={onClose}>
      <div class={box}>
        <Chips label={t('installRow.title')}>
          {tabs.map(name => (
            <Chip key={name} isOn={name === tab} onPress={() => show(name)}>
              {t(`install.${name}`)}
            </Chip>
          ))}
        </Chips>
        {isInApp && (
          <>
            <Notice tone="warn" text={t('install.inApp')} />
            <CopyButton text={`${location.origin}/`} label="">
              {t('install.copy')}
            </CopyButton>
          </>
        )}
        {offer.value && <Button onPress={install}>{t('install.now')}</Button>}
        <ol>
          {steps[told].map((icon, index) => (
            <li key={icon}>
              <Icon name={icon} size={20} />
              <span>{t(`install.${told}.${(index + 1) as 1 | 2 | 3}`)}</span>
            </li>
          ))}
        </ol>
        <p class="cap">{t('install.again')}</p>
      </div>
    </Sheet>
  )
}

const box = css`
  display: grid;
  gap: 16px;
  & ol {
    display: grid;
    gap: 12px;
    list-style: none;
  }
  & li {
    display: grid;
    grid-template-columns: 20px 1fr;
    gap: 12px;
    align-items: center;
    min-height: 28px;
    line-height: 1.375rem;
  }
  & li svg {
    color: var(--accent);
  }
`
