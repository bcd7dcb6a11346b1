import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { confirmTransfer, messages } from '../../src/contract/message.ts'
import { quote } from '../../src/contract/wallet.ts'
import { transaction } from '../../src/server/database/database.ts'
import { jobs } from '../../src/server/jobs/index.ts'
import { runDueJobs } from '../../src/server/jobs/queue/runner.ts'
import { balancesOf } from '../../src/server/ledger/ledger.ts'
import type { Letter } from '../../src/server/mail/mailer.ts'
import { tell } from '../../src/server/messages/messages.ts'
import { newCustomer, type TestCustomer, testPin, withPin } from '../fixtures/account/customer.ts'
import { dyingAt } from '../fixtures/dying.ts'
import { throughout } from '../fixtures/throughout.ts'
import { arrivedAtCard, newCard } from '../fixtures/wallet/deposit-world.ts'
import { rateOfEther } from '../fixtures/wallet/rated.ts'
import { startWorld, worldOn } from '../fixtures/world.ts'

const tested = throughout(startWorld)
beforeAll(async () => {
  await rateOfEther(tested.world.db)
})

const arrived = ({ userId }: TestCustomer, cardId: string) =>
  arrivedAtCard(tested.world.db, { userId, cardId }, { amount: '1', currency: 'ETH' })

async function holds({ userId }: TestCustomer) {
  const all = await balancesOf(tested.world.db, userId)
  return Object.fromEntries(
    all.map(({ kind, currency, balanceMinor }) => [kind === 'card' ? 'card' : currency, balanceMinor]),
  )
}

describe('a node that dies', () => {
  test('at any step of a confirmed transfer has moved nothing, and the same decision is carried out once', async () => {
    const customer = await newCustomer(tested)
    const { token, userId } = customer
    await withPin(tested, customer)
    await arrived(customer, await newCard(tested.world.db, userId))
    const { list } = await tested.succeed(messages, { pageSize: 1, page: 1, kind: 'balance' }, token)
    const { quoteId } = await tested.succeed(quote, { from: 'ETH', to: 'USDT', amount: '1' }, token)
    const payload = { id: list[0]?.id, quoteId, pin: testPin, requestId: randomUUID() }
    let deaths = 0
    for (let n = 1; ; n++) {
      const dying = dyingAt(tested.world.db, n)
      const { http } = await worldOn(dying.db)
      const response = await http.inject({
        method: 'POST',
        url: confirmTransfer.path,
        headers: { 'x-access-token': token },
        payload,
      })
      await http.close()
      if (!dying.hasDied()) {
        expect(response.json()).toMatchObject({ code: 1 })
        break
      }
      deaths++
      expect(await holds(customer)).toMatchObject({ ETH: 100_000_000n, card: 0n })
    }
    expect(deaths).toBeGreaterThan(15)
    const again = await tested.succeed(confirmTransfer, payload, token)
    expect(again).toMatchObject({ amount: '2982.01' })
    expect(await holds(customer)).toMatchObject({ ETH: 0n, USDT: 5_000n, card: 298_201n })
  })

  test('at any step of sending a copy leaves it to another, and every letter of it has one id', async () => {
    const { userId, email } = await newCustomer(tested)
    await tested.work()
    const notice = { kind: 'system', noticeType: 'cardState', params: { status: 'frozen_risk' } } as const
    await transaction(tested.world.db, db => tell(db, { userId, ...notice, eventKey: 'frozen' }))
    const letters: Letter[] = []
    const mailer = { send: async (letter: Letter) => void letters.push(letter) }
    for (let n = 1; ; n++) {
      const dying = dyingAt(tested.world.db, n)
      const { world, http } = await worldOn(dying.db, { mailer })
      await runDueJobs(world, jobs).catch(() => {})
      await http.close()
      if (!dying.hasDied()) break
      await tested.world.db
        .updateTable('jobs')
        .set({ run_at: new Date(0) })
        .execute()
    }
    // A node died after it had sent and before it could say so.
    expect(letters.length).toBeGreaterThan(1)
    expect(new Set(letters.map(({ to }) => to))).toEqual(new Set([email]))
    expect(new Set(letters.map(({ id }) => id)).size).toBe(1)
    expect(letters[0]?.id).toBeDefined()
    const left = tested.world.db.selectFrom('jobs').select('id').where('kind', '=', 'copy-message')
    expect(await left.execute()).toEqual([])
  })
})
