import { expect, test } from 'vitest'
import { unreadMessageCount } from '../contract/message.ts'
import { done, stubApi } from './testing.tsx'
import { countUnread, knowUnread, unread } from './unread.ts'

test('what was counted before all was read does not come back', async () => {
  let answer = () => {}
  stubApi({
    [unreadMessageCount.path]: () =>
      new Promise(come => {
        answer = () => come(done({ total: 5 }))
      }),
  })
  const counted = countUnread()
  await Promise.resolve()
  knowUnread(0)
  answer()
  await counted
  expect(unread.value).toBe(0)
})
