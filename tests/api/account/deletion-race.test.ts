import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { openCard } from '../../../src/contract/card.ts'
import { closeCard } from '../../../src/contract/card-control.ts'
import { deleteAccount } from '../../../src/contract/deletion.ts'
import { convertToCardBalance } from '../../../src/contract/wallet.ts'
import { issueCode } from '../../../src/server/account/codes.ts'
import { dueDeletions } from '../../../src/server/account/deletions.ts'
import { comparePin, hashPin, setPin } from '../../../src/server/account/pin.ts'
import { openSession } from '../../../src/server/account/session.ts'
import { deleteUsers } from '../../../src/server/jobs/delete-users.ts'
import { checkLedger } from '../../../src/server/ledger/check.ts'
import { certified, funded, testPin } from '../../fixtures/account/customer.ts'
import { type TwoNodes, twoNodes } from '../../fixtures/two-nodes.ts'
import { newCard, newUser } from '../../fixtures/wallet/deposit-world.ts'
import type { Node } from '../../fixtures/world.ts'

let { nodes, database, close } = {} as TwoNodes
beforeAll(async () => {
  ;({ nodes, database, close } = await twoNodes())
})
afterAll(() => close())

const rounds = 200
/** By how many milliseconds the deletion is asked for before the other. */
const leads = [0, 20, -20]
const [deletedFirst, openedFirst] = ['opening asked still', 'opening refused moved'] as const
/** Below what can be withdrawn, enough to open a card of the cheapest kind. */
const restMinor = 9_000_000n

/** What the two nodes were asked in a round, and whether they did it. */
interface Round {
  deletion: boolean
  others: boolean[]
}

test('an account that holds money or has something under way is never deleted', async () => {
  const ends: Record<string, number> = {}
  const note = (kind: 'opening' | 'recharge', { deletion, others }: Round) => {
    const name = `${kind} ${deletion ? 'asked' : 'refused'} ${others.some(Boolean) ? 'moved' : 'still'}`
    ends[name] = (ends[name] ?? 0) + 1
  }
  for (let round = 0; round < rounds; round += 2) {
    note('opening', await openingRace(leads[(round / 2) % leads.length]))
    note('recharge', await rechargeRace())
  }
  // On a machine where one of them takes ever so much longer, the other gets a longer start, until both came first once.
  for (let leadMs = 80; leadMs < 2_000 && !(ends[deletedFirst] && ends[openedFirst]); leadMs *= 2) {
    note('opening', await openingRace(leadMs))
    note('opening', await openingRace(-leadMs))
  }
  // Whoever was first in a race, the other was refused; with money at hand a deletion is never begun.
  expect(
    Object.keys(ends)
      .filter(name => name !== 'recharge refused moved')
      .sort(),
  ).toEqual([deletedFirst, openedFirst])

  const { world } = nodes[0]
  await sql`update deletions set asked_at = asked_at - interval '16 days', due_at = due_at - interval '16 days'`.execute(
    database.db,
  )
  while (await areDue()) await deleteUsers.run(world)
  const { rows } = await sql<{ deleted: bigint; rich: bigint; busy: bigint }>`
    select count(*) as deleted,
      count(*) filter (where exists (
        select from accounts a where a.owner_id = u.id and (a.balance_minor <> 0 or a.held_minor <> 0 or a.closed_at is null)
      )) as rich,
      count(*) filter (where exists (select from card_orders o where o.user_id = u.id and o.status = 'opening')
        or exists (select from cards c where c.user_id = u.id and c.status not in ('closed', 'lost'))) as busy
    from users u where deleted_at is not null`.execute(database.db)
  expect(rows).toEqual([{ deleted: BigInt(ends[deletedFirst] ?? 0), rich: 0n, busy: 0n }])
  expect((await checkLedger(database.db)).disagreement).toBeNull()
}, 600_000)

/** The deletion gives up a rest, while that very rest opens a card. */
async function openingRace(leadMs = 0): Promise<Round> {
  const person = await newPerson(restMinor)
  await certified({ world: nodes[0].world }, person)
  const order = { cardTypeId: 'celadon', rechargeAmount: '0', pin: testPin, requestId: randomUUID() }
  return await race(person, [[openCard, order]], leadMs)
}

/** A card is recharged and another closed, while the deletion is asked for. */
async function rechargeRace(): Promise<Round> {
  const { db } = database
  const person = await newPerson(30_000_000n)
  const [cardId, closedId] = [await newCard(db, person.userId), await newCard(db, person.userId)]
  await sql`update card_orders set status = 'fail', reason = 'card_open_failed' where user_id = ${person.userId}`.execute(
    db,
  )
  await sql`update cards set card_type_id = 'celadon' where user_id = ${person.userId}`.execute(db)
  const recharge = { cardId, amount: '12', currency: 'USDT', pin: testPin, requestId: randomUUID() }
  return await race(person, [
    [convertToCardBalance, recharge],
    [closeCard, { id: closedId, pin: testPin, requestId: randomUUID() }],
  ])
}

async function areDue(): Promise<boolean> {
  return (await dueDeletions(database.db, 1)).length > 0
}

async function race(person: Person, moves: [Call, object][], leadMs = 0): Promise<Round> {
  const wish = { code: person.code, pin: testPin, waive: true }
  const [deletion = false, ...others] = await Promise.all([
    sleep(Math.max(0, -leadMs)).then(() => isDone(0, deleteAccount, wish, person)),
    ...moves.map(async ([call, input], index) => {
      await sleep(Math.max(0, leadMs))
      return await isDone(index + 1, call, input, person)
    }),
  ])
  return { deletion, others }
}

async function isDone(node: number, call: Call, payload: object, { token }: Person): Promise<boolean> {
  await sleep(Math.random() * 4)
  const { http } = nodes[node % 2] as Node
  const response = await http.inject({
    method: 'POST',
    url: call.path,
    payload,
    headers: { 'x-access-token': token },
  })
  expect(response.statusCode).toBe(200)
  return (response.json() as { code: number }).code === 1
}

interface Person {
  userId: string
  token: string
  code: string
}

async function newPerson(usdtMinor: bigint): Promise<Person> {
  const { world } = nodes[0]
  const { db } = world
  const userId = await newUser(db)
  await setPin(db, { userId, pinHash: await hashPin(world, { userId, pin: testPin }) })
  // From now on the PIN is known, so that both meet each other and not at the hash.
  await comparePin(world, { userId, sessionId: null, pin: testPin })
  await funded({ world }, { userId, amountMinor: usdtMinor })
  const { token } = await openSession(world, db, { userId, device: 'test', ip: '127.0.0.1' })
  const { code } = await issueCode(world, db, {
    email: `${userId}@mail.example`,
    purpose: 'deleteAccount',
    by: { ip: '127.0.0.1', userId },
  })
  return { userId, token, code }
}
