/** What is dispatched when everything shown is to be read again: whoever reads adds what they wait for to the list. */
type Renewal = CustomEvent<unknown[]>

/** Has everything that is shown read again; ends once it was. `beside` is waited for, too. */
export async function renewAll(...beside: unknown[]): Promise<void> {
  dispatchEvent(new CustomEvent('renew', { detail: beside }))
  await Promise.allSettled(beside)
}

/** Reads again whenever the person asks for it, by a pull or a press. Answers how to stop. */
export function onRenew(read: () => unknown): () => void {
  const hear = (event: Event) => (event as Renewal).detail.push(read())
  addEventListener('renew', hear)
  return () => removeEventListener('renew', hear)
}
