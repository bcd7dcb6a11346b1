import { signal } from '@preact/signals'
import { t } from '../../../state/locale.ts'
import { keys, recall, remember } from '../../../storage.ts'
import { isTelegram } from '../../../telegram.ts'
import { List, Row } from '../../../ui/list.tsx'

interface InstallEvent extends Event {
  prompt: () => Promise<void>
}

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
  const event = offer.value
  if (!event || isTelegram()) return null

  async function install() {
    remember(keys.installClosedAt, Date.now())
    offer.value = null
    await event?.prompt()
  }

  return (
    <List>
      <Row icon="plus" title={t('install.title')} note={t('install.note')} onPress={install} />
    </List>
  )
}
