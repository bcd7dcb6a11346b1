import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { isSigned } from './signature.ts'

const secret = `whsec_${Buffer.from('a secret of thirty-two bytes, ok').toString('base64')}`
const now = new Date('2026-01-01T00:00:00Z')
const seconds = now.getTime() / 1000
const body = Buffer.from('{"id":"evt_1"}')

function sign({ id = 'evt_1', timestamp = String(seconds), key = secret, text = body } = {}) {
  const hmac = createHmac('sha256', Buffer.from(key.slice(6), 'base64'))
  return `v1,${hmac.update(`${id}.${timestamp}.`).update(text).digest('base64')}`
}
function headers(changed: Record<string, string | undefined> = {}) {
  const good = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': sign(),
  }
  return { ...good, ...changed }
}
const check = (changed = {}, text = body) => isSigned(headers(changed), { body: text, secret, now })

describe('the signature of a hook', () => {
  test.each<[string, Record<string, string | undefined>]>([
    ['no signature', { 'webhook-signature': undefined }],
    ['an empty one', { 'webhook-signature': '' }],
    ['a short one', { 'webhook-signature': sign().slice(0, 20) }],
    ['a long one', { 'webhook-signature': `${sign()}AAAA` }],
    ['another version', { 'webhook-signature': sign().replace('v1,', 'v0,') }],
    ['no version', { 'webhook-signature': sign().slice(3) }],
    [
      'another secret',
      { 'webhook-signature': sign({ key: `whsec_${Buffer.from('other').toString('base64')}` }) },
    ],
    ['another id', { 'webhook-id': 'evt_2' }],
    ['an id with a point', { 'webhook-id': 'evt.1', 'webhook-signature': sign({ id: 'evt.1' }) }],
    ['no id', { 'webhook-id': undefined, 'webhook-signature': sign({ id: 'undefined' }) }],
    ['no time', { 'webhook-timestamp': undefined }],
    ...['', 'x'.repeat(201)].map((id): [string, Record<string, string>] => [
      `an id of ${id.length} characters`,
      { 'webhook-id': id, 'webhook-signature': sign({ id }) },
    ]),
    ...['', `000${seconds}`].map((timestamp): [string, Record<string, string>] => [
      `a time of ${timestamp.length} digits`,
      { 'webhook-timestamp': timestamp, 'webhook-signature': sign({ timestamp }) },
    ]),
    ['another time', { 'webhook-timestamp': String(seconds + 1) }],
    ...[-301, 301].map((late): [string, Record<string, string>] => {
      const timestamp = String(seconds + late)
      return [`${late} s`, { 'webhook-timestamp': timestamp, 'webhook-signature': sign({ timestamp }) }]
    }),
    ['a time that is none', { 'webhook-timestamp': 'NaN', 'webhook-signature': sign({ timestamp: 'NaN' }) }],
  ])('is refused: %s', (_name, changed) => {
    expect(check(changed)).toBe(false)
  })

  test('is refused when one bit of the body is another, or it was written anew', () => {
    const flipped = Buffer.from(body)
    flipped[3] = (flipped[3] ?? 0) ^ 1
    expect(check({}, flipped)).toBe(false)
    expect(check({}, Buffer.from('{ "id": "evt_1" }'))).toBe(false)
  })

  test('is good, five minutes around and among others in one header', () => {
    expect(check()).toBe(true)
    for (const late of [-300, 300]) {
      const timestamp = String(seconds + late)
      expect(check({ 'webhook-timestamp': timestamp, 'webhook-signature': sign({ timestamp }) })).toBe(true)
    }
    for (const id of ['1', 'x'.repeat(200)])
      expect(check({ 'webhook-id': id, 'webhook-signature': sign({ id }) })).toBe(true)
    const others = `v1,${Buffer.alloc(32).toString('base64')} v1a,xyz ${sign()}`
    expect(check({ 'webhook-signature': others })).toBe(true)
  })

  test('is good with either secret while they change, and with the old one no longer after', () => {
    const next = `whsec_${Buffer.from('the next secret, of 32 bytes too').toString('base64')}`
    const checkWith = (secret: string, key: string) =>
      isSigned(headers({ 'webhook-signature': sign({ key }) }), { body, secret, now })
    expect([secret, next].map(key => checkWith(`${secret},${next}`, key))).toEqual([true, true])
    expect([secret, next].map(key => checkWith(next, key))).toEqual([false, true])
    expect(checkWith(`${secret},${next}`, `whsec_${Buffer.from('a third one').toString('base64')}`)).toBe(
      false,
    )
    // Nothing at all is no secret either.
    const unkeyed = createHmac('sha256', '').update(`evt_1.${seconds}.`).update(body).digest('base64')
    expect(isSigned(headers({ 'webhook-signature': `v1,${unkeyed}` }), { body, secret, now })).toBe(false)
  })
})
