import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { freezeAccount } from '../../../src/contract/safety.ts'
import { convertToCardBalance } from '../../../src/contract/wallet.ts'
import { transferOut } from '../../../src/contract/withdrawal.ts'
import { comparePin, hashPin, setPin } from '../../../src/server/account/pin.ts'
import { openSession } from '../../../src/server/account/session.ts'
import { payWithdrawals } from '../../../src/server/jobs/pay-withdrawals.ts'
import { readChain } from '../../../src/server/jobs/read-chain.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { funded, testPin } from '../../fixtures/account/customer.ts'
import { question, signatureOf } from '../../fixtures/cards/cardholder.ts'
import { type MemoryTreasury, memoryTreasury } from '../../fixtures/chain/memory-treasury.ts'
import { openPatiently, type TestDatabase, testDatabase } from '../../fixtures/postgres.ts'
import { newCard, newUser } from '../../fixtures/wallet/deposit-world.ts'
import { someAddress } from '../../fixtures/wallet/withdrawer.ts'
import { type Node, worldOn } from '../../fixtures/world.ts'

let database: TestDatabase
let nodes: [Node, Node]
let treasury: MemoryTreasury
beforeAll(async () => {
  database = await testDatabase()
  treasury = memoryTreasury()
  treasury.fund('USDT', 1_000_000_000_000n)
  treasury.fund('ETH', 100_000_000_000n)
  const ports = { treasury: treasury.treasury, chain: treasury.chain }
  nodes = [await worldOn(database.db, ports), await worldOn(openPatiently({ url: database.url }), ports)]
  await readChain.run(nodes[1].world)
  await noteWhatAFreezeSees()
})
afterAll(async () => {
  for (const { http } of nodes) await http.close()
  await nodes[1].world.db.destroy()
  await database.close()
})

const rounds = 15
/** However long a machine takes for either: by then one of them has been first by far. */
const mostRounds = 75

/** What a customer holds, and where their withdrawals stand. Nothing of it may change after a freeze has seen it. */
const state = sql.raw(`jsonb_build_array(
  (select jsonb_agg(jsonb_build_array(a.id, a.balance_minor, a.held_minor) order by a.id)
    from accounts a where a.owner_id = u.id),
  (select jsonb_agg(jsonb_build_array(w.id, w.nonce) order by w.id) from withdrawals w where w.user_id = u.id)
)`)

/** Each freeze writes down what it sees once it has all locks: what was committed before it. */
async function noteWhatAFreezeSees() {
  await sql`create table seen (user_id uuid primary key, state jsonb)`.execute(database.db)
  await sql`create function see() returns trigger language plpgsql as $$
    begin insert into seen select u.id, ${state} from users u where u.id = new.user_id; return new; end $$`.execute(
    database.db,
  )
  await sql`create trigger see after insert on freezes for each row execute function see()`.execute(
    database.db,
  )
}

interface Person {
  userId: string
  token: string
  cardId: string
  address: string
}

async function newPerson(): Promise<Person> {
  const { world } = nodes[0]
  const { db } = world
  const userId = await newUser(db)
  await db
    .updateTable('users')
    .set({ email: `${userId}@mail.test` })
    .where('id', '=', userId)
    .execute()
  await setPin(db, { userId, pinHash: await hashPin(world, { userId, pin: testPin }) })
  // From now on the PIN is known, so that both meet each other and not at the hash.
  await comparePin(world, { userId, sessionId: null, pin: testPin })
  await funded({ world }, { userId, amountMinor: 200_000_000n })
  const cardId = await newCard(db, userId)
  const address = someAddress()
  await sql`insert into saved_addresses (id, user_id, network, address, label, created_at, usable_at)
    values (${randomUUID()}, ${userId}, 'ERC20', ${address}, 'Mine', now() - interval '2 days', now() - interval '1 day')`.execute(
    db,
  )
  const { token } = await openSession(world, db, { userId, device: 'test', ip: '127.0.0.1' })
  const person = { userId, token, cardId, address }
  expect(await isDone(0, convertToCardBalance, recharge(person), person)).toBe(true)
  return person
}

const recharge = ({ cardId }: Person) => ({
  cardId,
  amount: '20',
  currency: 'USDT',
  pin: testPin,
  requestId: randomUUID(),
})

const withdrawal = ({ address }: Person) => ({
  currency: 'USDT',
  chain: 'ERC20',
  address,
  amount: '50',
  receive: '49',
  pin: testPin,
  requestId: randomUUID(),
})

async function isDone(node: number, call: Call, payload: object, { token }: Person): Promise<boolean> {
  const response = await (nodes[node] as Node).http.inject({
    method: 'POST',
    url: call.path,
    payload,
    headers: { 'x-access-token': token },
  })
  expect(response.statusCode).toBe(200)
  const { code, key } = response.json() as { code: number; key?: string }
  expect(code === 1 || key === 'account_frozen', key).toBe(true)
  return code === 1
}

/** Null when the machine was too busy to decide in time: the issuer hears nothing, whatever the freeze. */
async function isApproved(node: number, { cardId }: Person): Promise<boolean | null> {
  const { http, world } = nodes[node] as Node
  const payload = JSON.stringify(question({ issuerCardId: cardId }, { amount: '5.00' }))
  const signed = signatureOf(world.config.ISSUER_WEBHOOK_SECRET, payload)
  const headers = { 'content-type': 'application/json', ...signed }
  const response = await http.inject({ method: 'POST', url: '/hooks/issuer/authorization', payload, headers })
  if (response.statusCode === 503) return null
  const { decision, reason } = response.json() as { decision: string; reason?: string }
  expect(decision === 'approved' || reason === 'account_frozen', reason).toBe(true)
  return decision === 'approved'
}

/**
 * One node freezes while it, or the other, is asked to move money. In turn the freeze begins earlier, the move does, or both
 * at once; the later the round, the longer the start.
 */
async function race<T>(person: Person, round: number, move: () => Promise<T>): Promise<T> {
  const leadMs = ((round % 3) - 1) * 10 * 4 ** Math.floor(round / rounds)
  const after = (ms: number) => sleep(Math.max(0, ms) + Math.random() * 4)
  const [, moved] = await Promise.all([
    after(leadMs).then(() => isDone(0, freezeAccount, {}, person)),
    after(-leadMs).then(move),
  ])
  return moved
}

/** After a freeze all is as it saw it, and stays so. */
async function expectStill({ userId }: Person) {
  const { rows } = await sql<{ is_same: boolean }>`
    select s.state = ${state} as is_same from seen s join users u on u.id = s.user_id where u.id = ${userId}`.execute(
    database.db,
  )
  expect(rows).toEqual([{ is_same: true }])
}

const moves: Record<string, (person: Person, node: number) => Promise<boolean | null>> = {
  withdrawal: (person, node) => isDone(node, transferOut, withdrawal(person), person),
  recharge: (person, node) => isDone(node, convertToCardBalance, recharge(person), person),
  purchase: (person, node) => isApproved(node, person),
}

test.each(Object.keys(moves))(
  'a freeze and a %s at once: one comes before the other, and nothing moves after the freeze',
  async name => {
    const ends = new Set<boolean>()
    for (let round = 0; round < rounds || (ends.size < 2 && round < mostRounds); round++) {
      const person = await newPerson()
      const move = moves[name] as (typeof moves)[string]
      const moved = await race(person, round, () => move(person, round % 2))
      if (moved === null) continue
      ends.add(moved)
      await expectStill(person)
      expect(await move(person, 1)).not.toBe(true)
      await expectStill(person)
    }
    expect(ends.size).toBe(2)
    expect((await checkLedger(database.db)).disagreement).toBeNull()
  },
  300_000,
)

test('a freeze while withdrawals are signed: each is signed before it, or held', async () => {
  for (let round = 0; round < rounds; round++) {
    const person = await newPerson()
    expect(await isDone(0, transferOut, withdrawal(person), person)).toBe(true)
    await sql`update withdrawals set send_at = now() where status = 'queued'`.execute(database.db)
    const pay = () => payWithdrawals.run(nodes[1].world).then(() => true)
    await race(person, round, pay)
    await pay()
    await expectStill(person)
    const { status } = await database.db
      .selectFrom('withdrawals')
      .select('status')
      .where('user_id', '=', person.userId)
      .executeTakeFirstOrThrow()
    expect(['held', 'sent', 'confirming', 'done']).toContain(status)
  }
  expect((await checkLedger(database.db)).disagreement).toBeNull()
}, 300_000)

test('many freezes at once are one', async () => {
  const person = await newPerson()
  const asked = Array.from({ length: 8 }, (_, n) => isDone(n % 2, freezeAccount, {}, person))
  expect(await Promise.all(asked)).toEqual(asked.map(() => true))
  const { rows } = await sql<{ freezes: bigint; letters: bigint }>`
    select (select count(*) from freezes where user_id = ${person.userId}) as freezes,
      (select count(*) from jobs where kind = 'send-letter' and payload ->> 'userId' = ${person.userId}) as letters`.execute(
    database.db,
  )
  expect(rows).toEqual([{ freezes: 1n, letters: 1n }])
})
