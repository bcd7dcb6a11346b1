import { ownRoute } from '../../../../routing/own-route.ts'

/** The page that asked for an address (`back`), with the choice; without one the application for a card. */
export function withChoice(back: string | undefined, addressId: string): string {
  const url = new URL(ownRoute(back) ?? '/pages/makeCard/makeCard', 'http://app')
  url.searchParams.set('addressId', addressId)
  return url.pathname + url.search
}
