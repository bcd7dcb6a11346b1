import { expect, test } from 'vitest'
import { roomBeside } from './lanes.ts'

const kinds = ['open-card', 'close-card', 'send-letter', 'issuer-event']
const of = (kind: string, count: number) => Array.from({ length: count }, () => ({ kind }))

test('an idle node has room for six of each lane and twenty in all', () => {
  const { limit, rooms } = roomBeside([], kinds)
  expect([limit, rooms.map(({ room }) => room)]).toEqual([20, [6, 6, 6, 6]])
})

test('kinds that wait for the issuer share one lane, every other has its own', () => {
  const { limit, rooms } = roomBeside([...of('open-card', 5), ...of('send-letter', 1)], kinds)
  expect(limit).toBe(14)
  expect(rooms).toEqual([
    { kind: 'open-card', lane: 'issuer', room: 1 },
    { kind: 'close-card', lane: 'issuer', room: 1 },
    { kind: 'send-letter', lane: 'send-letter', room: 5 },
    { kind: 'issuer-event', lane: 'issuer-event', room: 6 },
  ])
})

test('a lane that is full is not asked for, and three full ones leave room', () => {
  const full = [...of('close-card', 6), ...of('send-letter', 6), ...of('copy-message', 6)]
  expect(roomBeside(full, kinds)).toEqual({
    limit: 2,
    rooms: [{ kind: 'issuer-event', lane: 'issuer-event', room: 6 }],
  })
})
