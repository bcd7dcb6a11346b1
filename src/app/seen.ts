import { type ReadonlySignal, signal } from '@preact/signals'

const current = signal(true)
let isMinimised = false

/** Whether anybody can see the app: it is neither hidden behind others nor minimised in Telegram. */
export const isSeen: ReadonlySignal<boolean> = current

/** Minimised, the page still counts as visible: only Telegram itself knows. */
export function minimise(next: boolean) {
  isMinimised = next
  look()
}

function look() {
  current.value = !document.hidden && !isMinimised
}

if (globalThis.document) {
  look()
  document.addEventListener('visibilitychange', look)
}
