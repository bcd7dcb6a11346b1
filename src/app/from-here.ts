import { currentUrl, go } from './hash-location.tsx'

/** Goes on from where something was asked, once it is answered; nowhere when that place was left meanwhile. */
export function fromHere(): typeof go {
  const from = currentUrl.peek()
  return (...where) => {
    if (currentUrl.peek() === from) go(...where)
  }
}
