import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useState } from 'preact/hooks'
import { isTelegram } from '../start/launch.ts'
import { t } from '../state/locale.ts'
import { keys, recall, remember } from '../storage.ts'
import { List, Row } from '../ui/list.tsx'
import { toast } from '../ui/toast.tsx'
import type { SheetProps } from './install-sheet.tsx'

interface InstallRowProps {
  /** Shown even when they were looked at lately. */
  isAlways?: boolean
}

const quietMs = 30 * 24 * 60 * 60 * 1000
const isSeen = signal(Date.now() - recall<number>(keys.installClosedAt, 0) < quietMs)

/**
 * Leads to the ways onto the home screen. It stays away for thirty days after somebody looked at them, where the app is
 * there already, and in Telegram, which has its own.
 */
export function InstallRow({ isAlways }: InstallRowProps) {
  const [Sheet, open] = useState<ComponentType<SheetProps> | null>(null)
  if (isTelegram() || matchMedia('(display-mode: standalone)').matches) return null
  if (isSeen.value && !isAlways && !Sheet) return null
  const press = () =>
    import('./install-sheet.tsx')
      .then(async part => open(await part.installSheet()))
      .catch(() => toast(t('refusal.network')))
  const close = () => {
    open(null)
    remember(keys.installClosedAt, Date.now())
    isSeen.value = true
  }
  return (
    <>
      <List>
        <Row icon="plus" title={t('installRow.title')} note={t('installRow.note')} onPress={press} />
      </List>
      {Sheet && <Sheet onClose={close} />}
    </>
  )
}
