import * as fc from 'fast-check'
import { eventId, type Story, type Telling } from './issuer-story.ts'

// In what order a story is told, and what of it twice.

/** An order of telling: the places of what is told, each once at least; from `count` on a repeat under another name. */
export interface Turn {
  order: readonly number[]
  atOnce: boolean
}

/** Any order, with a few told twice. */
export function anyTurn(count: number): fc.Arbitrary<Turn> {
  const each = fc.shuffledSubarray([...Array(count).keys()], { minLength: count })
  const again = fc.array(fc.nat(2 * count - 1), { maxLength: 3 })
  const order = fc
    .tuple(each, again)
    .chain(([each, again]) =>
      fc.shuffledSubarray([...each, ...again], { minLength: each.length + again.length }),
    )
  return fc.record({ order, atOnce: fc.nat(3).map(one => one === 0) })
}

/** A story told in that order: what comes before everything stays there, and what is told at once is one part. */
export function partsOf({ before, all }: Story, { order, atOnce }: Turn): Telling[][] {
  const rest = order.flatMap(place => {
    const telling = all[place % all.length] as Telling
    if (before.includes(telling)) return []
    return [place < all.length ? telling : renamed(telling)]
  })
  const first = before.map(telling => [telling])
  return [...first, ...(atOnce ? [rest] : rest.map(telling => [telling]))]
}

/** The same told by another event, where what is told has a name of its own or needs none. */
function renamed(telling: Telling): Telling {
  const { type, data } = telling.body
  const hasName = (data as { id?: string } | undefined)?.id !== undefined || type === 'card.updated'
  return hasName ? { ...telling, body: { ...telling.body, id: eventId() } } : telling
}
