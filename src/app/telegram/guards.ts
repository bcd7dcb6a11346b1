import { type Signal, signal } from '@preact/signals'

/** How many things lie on top of the page. */
export const guards = signal(0)
/** How many things would be lost if the app was closed now. */
export const losses = signal(0)

/** While a sheet or keypad is open a swipe must not close the app. Answers how to let go. */
export function guardSwipe(): () => void {
  return take(guards)
}

/** While something would be lost the client asks before it closes. Answers how to let go. */
export function guardClosing(): () => void {
  return take(losses)
}

function take(count: Signal<number>): () => void {
  let mine = 1
  count.value += mine
  return () => {
    count.value -= mine
    mine = 0
  }
}
