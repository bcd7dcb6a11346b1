import type { JobKind } from './kinds.ts'

/** Jobs at once on one node. */
const slots = 20
/** Of those, at most so many of one lane: even if three lanes wait for somebody silent, there is room for the others. */
const laneMax = 6

/** One lane for all that wait for the issuer: when it is silent, all of them are. */
const waitForIssuer: ReadonlySet<string> = new Set<JobKind>([
  'open-card',
  'freeze-card',
  'close-card',
  'renew-card',
  'answer-challenge',
  'order-card',
  'remail-card',
  'cancel-order',
  'send-dispute',
])

/** How many more jobs of a kind may begin; kinds of one lane share its room. */
export interface Room {
  kind: string
  lane: string
  room: number
}

/** What may begin beside the jobs that are under way: so many in all, and so many of each kind. */
export function roomBeside(
  underWay: readonly { kind: string }[],
  kinds: readonly string[],
): { limit: number; rooms: Room[] } {
  const lanes = underWay.map(({ kind }) => laneOf(kind))
  const rooms = kinds.map(kind => {
    const lane = laneOf(kind)
    return { kind, lane, room: laneMax - lanes.filter(busy => busy === lane).length }
  })
  return { limit: slots - lanes.length, rooms: rooms.filter(({ room }) => room > 0) }
}

function laneOf(kind: string): string {
  return waitForIssuer.has(kind) ? 'issuer' : kind
}
