import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { earlierEndings, isAnswer } from '../../../src/server/api/deciding/decide-once.ts'
import { lockCardMoney } from '../../../src/server/cards/money/card-money.ts'
import { type Db, transaction } from '../../../src/server/database/database.ts'
import { pipelined } from '../../../src/server/database/pipeline.ts'
import { Refused } from '../../../src/server/http/refused.ts'
import { newId } from '../../../src/server/id.ts'
import { balancesOf } from '../../../src/server/ledger/ledger.ts'
import { testDatabase } from '../../fixtures/postgres.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { until } from '../../fixtures/until.ts'
import { newCard, newUser } from '../../fixtures/wallet/deposit-world.ts'

const database = throughout(testDatabase)
let db: Db
beforeAll(async () => {
  db = database.db
})

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_locks where not granted`.execute(db)
  return rows.length > 0
}

/** Something that one waits for and another gives. */
function signal() {
  let give = () => {}
  const given = new Promise<void>(resolve => {
    give = resolve
  })
  return { given, give }
}

test('what is asked together with the locks of a card is answered under them', async () => {
  const userId = await newUser(db)
  const owned = [{ userId, cardId: await newCard(db, userId) }]
  const request = { userId, requestId: newId(), call: '/api/x', requestHash: 'h' }
  const [first, go] = [signal(), signal()]
  const before = transaction(db, async db => {
    await lockCardMoney(db, owned)
    first.give()
    await go.given
    const { userId: user_id, requestId: request_id, call, requestHash: request_hash } = request
    const decision = { user_id, request_id, call, request_hash, answer: '{"n":1}', created_at: new Date() }
    await db.insertInto('decisions').values(decision).execute()
  })
  await first.given

  const after = transaction(db, db =>
    pipelined(db, db => Promise.all([lockCardMoney(db, owned), earlierEndings(db, [request])])),
  )
  await until(async () => (await isSomebodyWaiting()) || null)
  go.give()
  await before
  expect((await after)[1]).toEqual([{ answer: { n: 1 } }])
  const refusal = expect.objectContaining({ key: 'request_changed' })
  expect(await earlierEndings(db, [{ ...request, call: '/api/y' }])).toEqual([{ refusal }])
})

test('what another request under the same key is about is not kept as the answer', () => {
  const keys = ['balance_insufficient', 'request_in_progress', 'request_changed'] as const
  expect(keys.map(key => isAnswer(new Refused(key)))).toEqual([true, false, false])
})

test('a master balance that nobody had is opened, locked and empty', async () => {
  const userId = await newUser(db)
  const cardId = await newCard(db, userId)
  const [money] = await transaction(db, db => lockCardMoney(db, [{ userId, cardId }]))
  const wallet = (await balancesOf(db, userId)).find(({ kind }) => kind === 'wallet')
  expect(money?.walletAccountId).toBe(wallet?.accountId)
  expect(money?.inWallet.availableMinor).toBe(0n)
})

test('the card of somebody else is none', async () => {
  const [owner, other] = [await newUser(db), await newUser(db)]
  const cardId = await newCard(db, owner)
  const asked = [
    { userId: other, cardId },
    { userId: owner, cardId: cardId.toUpperCase() },
  ]
  const [none, own] = await transaction(db, db => lockCardMoney(db, asked))
  expect(none).toBeNull()
  expect(own?.card.id).toBe(cardId)
})
