import { signal } from '@preact/signals'
import type { InstallEvent } from '../../../install.ts'
import { isTelegram } from '../../../launch.ts'
import { t } from '../../../state/locale.ts'
import { keys, recall } from '../../../storage.ts'
import { List, Row } from '../../../ui/list.tsx'

const quietMs = 30 * 24 * 60 * 60 * 1000
const offer = signal<InstallEvent | null>(null)

if (globalThis.addEventListener !== undefined) {
  addEventListener('beforeinstallprompt', event => {
    event.preventDefault()
    if (Date.now() - (recall<number>(keys.installClosedAt) ?? 0) > quietMs)
      offer.value = event as InstallEvent
  })
}

/** Offers the home screen where the browser can do it; a no is kept for thirty days. */
export function Install() {
  if (!offer.value || isTelegram()) return null
  const press = () => import('../../../install.ts').then(({ install }) => install(offer))
  return (
    <List>
      <Row icon="plus" title={t('install.title')} note={t('install.note')} onPress={press} />
    </List>
  )
}
