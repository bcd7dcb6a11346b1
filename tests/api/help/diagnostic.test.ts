import { describe, expect, test } from 'vitest'
import { submitFeedback } from '../../../src/contract/feedback.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

const description = 'The deposit page shows nothing.'

describe('what a device says of itself', () => {
  test('is kept for operators with the ticket, card numbers covered', async () => {
    const { token } = await newCustomer(tested)
    const diagnostic = 'app 1.0.20 zh-CN USDT\n/api/x 200 4111 1111 1111 1111'
    const { number } = await tested.succeed(submitFeedback, { description, diagnostic }, token)
    const kept = await tested.world.db
      .selectFrom('tickets')
      .select('diagnostic')
      .where('number', '=', BigInt(number))
      .executeTakeFirst()
    expect(kept?.diagnostic).toBe('app 1.0.20 zh-CN USDT\n/api/x 200 ****1111')
    for (const wrong of ['a'.repeat(4001), 'half \ud800', 'no\0ne']) {
      expect(await tested.send(submitFeedback, { description, diagnostic: wrong }, token)).toMatchObject({
        code: 1400,
      })
    }
  })

  test('can tell which answers were a no: they say so to the browser as well', async () => {
    const { token } = await newCustomer(tested)
    const ask = async (description: string) =>
      (
        await tested.http.inject({
          method: 'POST',
          url: submitFeedback.path,
          payload: { description },
          headers: { 'x-access-token': token },
        })
      ).headers['server-timing']
    expect(await ask('short')).toBe('refusal;desc="1400"')
    expect(await ask(description)).toBeUndefined()
  })
})
