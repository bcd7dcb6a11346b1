import { expect, test } from 'vitest'
import { keepTyped, takeTyped } from './typed.ts'

test('what was typed outlives a reload of its page, once, without passwords', () => {
  history.replaceState({ i: 0, k: 'here' }, '')
  document.body.innerHTML = `<input name="email" value="lin@example.com"><input name="password" type="text"
    data-secret value="porcelain1"><input name="again" type="password" value="porcelain1"><textarea name="note">a</textarea>`
  keepTyped()
  expect(takeTyped()).toEqual({ email: 'lin@example.com', note: 'a' })
  expect(takeTyped()).toEqual({})
  keepTyped()
  history.replaceState({ i: 1, k: 'elsewhere' }, '')
  expect(takeTyped()).toEqual({})
})
