import { currentRoute, goTo, routeOf } from '../../../../routing/hash-location.tsx'
import { ownRoute } from '../../../../routing/own-route.ts'

let isLeaving = false

/**
 * Back to the page that asked for an address (`back`; without one the application for a card), which gets the choice. It
 * lies so many steps behind, and what is between is behind nobody any more; where another lies there it comes after that.
 */
export function handBack(back: string | undefined, addressId: string, steps: number) {
  const url = withChoice(back, addressId)
  if ((history.state?.i ?? 0) < steps) return goTo(url, { replace: true })
  // The browser takes its time: a second tap means the same.
  if (isLeaving) return
  isLeaving = true
  const arrive = () => {
    isLeaving = false
    goTo(url, { replace: currentRoute.peek() === routeOf(url) })
  }
  addEventListener('popstate', arrive, { once: true })
  history.go(-steps)
}

function withChoice(back: string | undefined, addressId: string): string {
  const url = new URL(ownRoute(back) ?? '/pages/makeCard/makeCard', 'http://app')
  url.searchParams.set('addressId', addressId)
  return url.pathname + url.search
}
