import { afterEach, expect, test } from 'vitest'
import { beginInTelegram } from './testing.ts'
import { askToWrite, canAskToWrite } from './write-access.ts'

let host: ReturnType<typeof beginInTelegram> | undefined
afterEach(() => {
  host?.leave()
  host = undefined
})

test.each([
  ['allowed', true],
  ['cancelled', false],
])('the person says %s', async (status, isAllowed) => {
  host = beginInTelegram()
  const answer = askToWrite()
  expect(host.last('web_app_request_write_access')).toEqual({})
  host.tell('write_access_requested', { status })
  expect(await answer).toBe(isAllowed)
})

test('who cannot be asked is not', async () => {
  expect(canAskToWrite()).toBe(false)
  expect(await askToWrite()).toBe(false)
  host = beginInTelegram({ version: '6.8' })
  expect(await askToWrite()).toBe(false)
  expect(host.last('web_app_request_write_access')).toBeUndefined()
})
