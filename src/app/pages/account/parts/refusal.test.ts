import { expect, test } from 'vitest'
import { type Refusal, refusals } from '../../../../contract/refusal.ts'
import { dateTime } from '../../../display/calendar.ts'
import { loadWords, setLanguage } from '../../../state/locale.ts'
import { placeOf } from './refusal.tsx'

const keys = Object.keys(refusals) as Refusal[]

test.each(['zh-CN', 'en-US'] as const)('every refusal has words in %s', async language => {
  await setLanguage(language)
  await Promise.all([loadWords('account'), loadWords('forms')])
  for (const key of keys) {
    const text = placeOf({ ok: false, key })?.text
    expect(text, key).toBeTruthy()
    expect(text, key).not.toMatch(/^(refusal|account|field)\./)
  }
})

test.each([
  ['credentials_wrong', 'password', undefined],
  ['password_locked', undefined, 'forget'],
  ['email_registered', 'email', 'login'],
  ['email_unregistered', 'email', 'register'],
  ['code_incorrect', 'code', undefined],
  ['code_wait', 'code', undefined],
] as const)('%s belongs to the field %s, mended at %s', (key, field, way) => {
  expect(placeOf({ ok: false, key })).toMatchObject({ ...(field ? { field } : {}), ...(way ? { way } : {}) })
})

test.each([
  ['password_locked', {}],
  ['code_wait', { reason: 'guesses' }],
] as const)('%s for what others have guessed in the same network says until when', (key, reason) => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const text = placeOf({ ok: false, key, details: { ...reason, until } })?.text
  expect(text).toContain(dateTime(until))
  expect(text).not.toBe(placeOf({ ok: false, key })?.text)
})

test('a password that everybody knows is told at its field', () => {
  const details = { fields: { password: 'commonPassword' } }
  const place = placeOf({ ok: false, key: 'register_failed', details })
  expect(place).toMatchObject({ field: 'password', headline: expect.any(String) })
})

test('a field the server found wrong is told there', () => {
  const details = { fields: { email: 'email' } }
  expect(placeOf({ ok: false, key: 'input_invalid', details })).toMatchObject({ field: 'email' })
})

test('a call that was called off says nothing', () => {
  expect(placeOf({ ok: false })).toBeNull()
})
