import { expect, test } from 'vitest'
import * as account from '../../contract/account.ts'
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

test('plain sentences are strings; the formatter comes along only with plurals and the like', () => {
  expect(compileCatalogue({ a: '你好' })).toBe('export default {"a":"你好"}')
  expect(compileCatalogue({ a: '你好 {name}' })).not.toContain('import')
  expect(compileCatalogue({ a: '{n, plural, one {#} other {# }}' })).toContain('format.ts')
  expect(compileCatalogue({ a: '约 {n, plural, other {# 秒}}' })).toBe('export default {"a":"约 {n} 秒"}')
})
