import { signal } from '@preact/signals'

/** What the browser hands over when it can put the app on the home screen itself; it lets itself be asked once. */
export interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

/** Comes at any time after the page was loaded, or never. */
export const offer = signal<InstallEvent | null>(null)

globalThis.addEventListener?.('beforeinstallprompt', event => {
  event.preventDefault()
  offer.value = event as InstallEvent
})
