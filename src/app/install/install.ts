import { signal } from '@preact/signals'
import type { ComponentChild } from 'preact'

/** What the browser hands over when it can put the app on the home screen itself; it lets itself be asked once. */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>
}

/** Comes at any time after the page was loaded, or never. */
export const offer = signal<InstallEvent | null>(null)
/** The way there, on Home of those who have looked around (idle.ts). */
export const installRow = signal<ComponentChild>(null)

globalThis.addEventListener?.('beforeinstallprompt', event => {
  event.preventDefault()
  offer.value = event as InstallEvent
})
