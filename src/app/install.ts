import type { Signal } from '@preact/signals'
import { loadWords, t } from './state/locale.ts'
import { keys, remember } from './storage.ts'
import { toast } from './ui/toast.tsx'

/** What the browser hands over when it can put the app on the home screen. */
export interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

/** Lets the browser ask about the home screen, once; says so when it does not come to it. */
export async function install(offer: Signal<InstallEvent | null>) {
  const event = offer.value
  remember(keys.installClosedAt, Date.now())
  offer.value = null
  try {
    await event?.prompt()
  } catch {
    await loadWords('forms')
    toast(t('install.failed'))
  }
}
