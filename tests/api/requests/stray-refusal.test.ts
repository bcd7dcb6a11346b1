import { expect, test } from 'vitest'
import type { Refusal } from '../../../src/contract/refusal.ts'
import { openHttp } from '../../../src/server/http/http.ts'
import { Refused } from '../../../src/server/http/refused.ts'
import { testDatabase } from '../../fixtures/postgres.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { worldOn } from '../../fixtures/world.ts'

const database = throughout(testDatabase)

/** Asks for a card's kind where the handler answers with this refusal; gives the answer and the node to be closed. */
async function refusing(key: Refusal) {
  const { world, http } = await worldOn(database.db)
  const getCardType = () => Promise.reject(new Refused(key))
  const careless = await openHttp(world, { card: { getCardType } })
  const url = '/api/common/getCardType'
  const reply = await careless.inject({ method: 'POST', url, payload: { id: 'cobalt' } })
  await careless.close()
  return { reply: reply.json(), http }
}

test('a refusal that its call does not list is answered, and fails the tests when their world closes', async () => {
  const { reply, http } = await refusing('card_closed')
  expect(reply).toMatchObject({ code: 1410, key: 'card_closed' })
  await expect(http.close()).rejects.toThrow('/api/common/getCardType → card_closed')
})

test.each<Refusal>(['card_type_missing', 'account_frozen'])(
  'one that it lists, or that any call may give, does not: %s',
  async key => {
    const { reply, http } = await refusing(key)
    expect(reply).toMatchObject({ key })
    await http.close()
  },
)
