import { afterAll, beforeAll, expect, test } from 'vitest'
import { logSignIn } from '../../../src/server/account/sign-ins.ts'
import { pageOf } from '../../../src/server/http/page-of.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

let tested: TestWorld
beforeAll(async () => {
  tested = await startWorld()
})
afterAll(async () => await tested.close())

test('a row that arrives between a page and its count does not hide the oldest', async () => {
  const { db } = tested.world
  const { userId } = await newCustomer(tested)
  const seen = { userId, method: 'password', device: 'a phone', ip: '127.0.0.1', isSuccess: true } as const
  const own = db.selectFrom('sign_ins').select('id').where('user_id', '=', userId).orderBy('id', 'desc')
  const before = (await own.execute()).length
  await logSignIn(db, seen)
  const busy = own.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await logSignIn(db, seen)
      return result
    },
  })
  const { list, total } = await pageOf(busy, { page: 1, pageSize: before + 1 })
  expect(list).toHaveLength(before + 1)
  expect(total).toBe(before + 2)
})
