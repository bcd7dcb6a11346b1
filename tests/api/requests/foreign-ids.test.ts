import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDispute } from '../../../src/contract/dispute.ts'
import { submitFeedback } from '../../../src/contract/feedback.ts'
import type { TestCustomer } from '../../fixtures/account/customer.ts'
import { readyCustomer } from '../../fixtures/cards/cardholder.ts'
import { contest } from '../../fixtures/cards/contested.ts'
import { begin, bought, customer, renew, tested } from '../../fixtures/cards/contesting.ts'
import { answerTo, hostile } from '../../fixtures/hostile.ts'
import { namingCalls, validInput } from '../../fixtures/named.ts'
import { everythingOf, idsOf } from '../../fixtures/owned.ts'

// Whatever of somebody a stranger names in whatever call: nothing of it changes, and nothing of it is told. The table is the
// contract itself, so a call is held to this from the day it is declared.

const secretsOf = ({ email }: TestCustomer) => [email, 'Kiln', 'A secret of hers', 'The parcel never came']

let stranger: TestCustomer
/** One id of each kind of row that the customer has. */
let ids: string[]
beforeAll(async () => {
  await begin()
  await renew()
  const { billId } = await bought()
  await tested.succeed(openDispute, contest(billId), customer.token)
  await tested.succeed(submitFeedback, { description: 'A secret of hers.' }, customer.token)
  await tested.work()
  stranger = await readyCustomer(tested, '100')
  ids = [customer.userId, ...(await idsOf(tested.world.db, customer.userId))]
})
afterAll(() => tested.close())

describe('what somebody else names', () => {
  test('is of many kinds', () => {
    expect(namingCalls.length).toBeGreaterThan(50)
    expect(ids.length).toBeGreaterThan(8)
  })

  test.each(namingCalls)('is neither changed nor told by %s', async (_name, call, names) => {
    const before = await everythingOf(tested.world.db, customer.userId)
    for (const id of ids) {
      const answer = JSON.stringify(await tested.send(call, validInput(call, names, id), stranger.token))
      expect(answer).not.toContain('"code":1400')
      for (const secret of secretsOf(customer)) expect(answer).not.toContain(secret)
    }
    await tested.work()
    expect(await everythingOf(tested.world.db, customer.userId)).toEqual(before)
  })

  test.each(namingCalls)(
    'is neither with anything beside it in %s, nor without a session',
    async (_name, call, names) => {
      const before = await everythingOf(tested.world.db, customer.userId)
      const id = fc.constantFrom(...ids)
      const fields = Object.keys(validInput(call, names, customer.userId))
      const wrong = fc.tuple(
        fc.constantFrom(...fields),
        fc.oneof(fc.constantFrom(...hostile), id, fc.jsonValue()),
      )
      const wrongs = fc.array(wrong, { minLength: 1, maxLength: 3 })
      await fc.assert(
        fc.asyncProperty(id, wrongs, fc.boolean(), async (id, wrongs, isSignedIn) => {
          const input = { ...validInput(call, names, id), ...Object.fromEntries(wrongs) }
          const sender = isSignedIn ? stranger : { ...stranger, token: '' }
          const { status, body } = await answerTo(tested, call, input, sender)
          expect(status).toBeLessThan(500)
          if (!isSignedIn) expect(status).toBeGreaterThanOrEqual(400)
          for (const secret of secretsOf(customer)) expect(JSON.stringify(body)).not.toContain(secret)
        }),
        { numRuns: 12 },
      )
      await tested.work()
      expect(await everythingOf(tested.world.db, customer.userId)).toEqual(before)
    },
  )
})
