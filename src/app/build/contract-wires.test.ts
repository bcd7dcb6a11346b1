import { expect, test } from 'vitest'
import * as account from '../../contract/account.ts'
import * as money from '../../contract/money.ts'
import * as promises from '../../contract/promises.ts'
import { compileCatalogue } from './words.ts'

test('of a call only its wire reaches the app', () => {
  expect(account.login).toEqual({
    path: '/api/common/customerUser/login',
    method: 'POST',
    who: 'anyone',
    body: 'json',
  })
  expect('userInfo' in account).toBe(false)
})

test('what declares no call reaches the app as it is', () => {
  expect(money.format(money.parse('1.5', 'USDT') ?? 0n, 'USDT')).toBe('1.5')
  expect(promises.disputeDays).toBeGreaterThan(0)
})

test('plain sentences are strings; the formatter comes along only with plurals and the like', () => {
  expect(compileCatalogue({ a: '你好' })).toBe('export default {"a":"你好"}')
  expect(compileCatalogue({ a: '你好 {name}' })).not.toContain('import')
  expect(compileCatalogue({ a: '{n, plural, one {#} other {# }}' })).toContain('format.ts')
  expect(compileCatalogue({ a: '约 {n, plural, other {# 秒}}' })).toBe('export default {"a":"约 {n} 秒"}')
})
