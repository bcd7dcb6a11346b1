import { currentUrl, go } from './hash-location.tsx'

/** Tells, once something was asked here, whether this is still the place somebody is at. */
export function stillHere(): () => boolean {
  const from = currentUrl.peek()
  return () => currentUrl.peek() === from
}

/** Goes on from where something was asked, once it is answered; nowhere when that place was left meanwhile. */
export function fromHere(): typeof go {
  const isHere = stillHere()
  return (...where) => {
    if (isHere()) go(...where)
  }
}
