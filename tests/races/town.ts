import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Call, Envelope, Output } from '../../src/contract/call.ts'
import { type Coin, type Currency, parse } from '../../src/contract/money.ts'
import { type CodePurpose, issueCode } from '../../src/server/account/codes.ts'
import { comparePin, hashPin, setPin } from '../../src/server/account/pin.ts'
import { openSession } from '../../src/server/account/session.ts'
import type { Db } from '../../src/server/database/database.ts'
import { newId } from '../../src/server/id.ts'
import { houseAccount, post } from '../../src/server/ledger/ledger.ts'
import { certified, funded, testPin } from '../fixtures/account/customer.ts'
import { twoNodes } from '../fixtures/two-nodes.ts'
import { newCard, newUser } from '../fixtures/wallet/deposit-world.ts'
import { rateOfEther } from '../fixtures/wallet/rated.ts'
import { someAddress } from '../fixtures/wallet/withdrawer.ts'
import type { Node } from '../fixtures/world.ts'

/** Two nodes of the server on one database, each listening on a port of its own. */
export interface Town {
  nodes: [Node, Node]
  db: Db
  close(): Promise<void>
}

/** A customer with all that is asked for before money moves. */
export interface Person {
  userId: string
  token: string
}

export async function openTown(): Promise<Town> {
  const { nodes, database, close } = await twoNodes()
  for (const { http } of nodes) await http.listen({ host: '127.0.0.1', port: 0 })
  await rateOfEther(database.db)
  return { nodes, db: database.db, close }
}

/** Verified, with a PIN that was right a moment ago and so much of each coin. */
export async function newPerson(town: Town, coins: Partial<Record<Coin, string>> = {}): Promise<Person> {
  const { world } = town.nodes[0]
  const userId = await newUser(town.db)
  await setPin(town.db, { userId, pinHash: await hashPin(world, { userId, pin: testPin }) })
  // From now on the PIN is known, so that decisions meet each other and not at the hash.
  await comparePin(world, { userId, sessionId: null, pin: testPin })
  await certified({ world }, { userId })
  for (const [coin, amount] of Object.entries(coins)) {
    const currency = coin as Coin
    await funded({ world }, { userId, currency, amountMinor: minor(amount, currency) })
  }
  const { token } = await openSession(world, town.db, { userId, device: 'test', ip: '127.0.0.1' })
  return { userId, token }
}

/** A card of theirs with so much on it, in USD. */
export async function newCardOf({ db }: Town, { userId }: Person, usd?: string): Promise<string> {
  const cardId = await newCard(db, userId)
  // An opening that has ended: nothing is under way.
  await sql`update card_orders o set status = 'success', card_id = c.id
    from cards c where c.order_id = o.id and c.id = ${cardId}`.execute(db)
  if (usd === undefined) return cardId
  const { account_id: accountId } = await db
    .selectFrom('cards')
    .select('account_id')
    .where('id', '=', cardId)
    .executeTakeFirstOrThrow()
  const amountMinor = minor(usd, 'USD')
  const house = await houseAccount(db, { code: 'chain', currency: 'USD' })
  const entries = [
    { accountId: house, amountMinor: -amountMinor },
    { accountId, amountMinor },
  ]
  await post(db, { idempotencyKey: newId(), reason: 'deposit', entries })
  return cardId
}

/** An address of theirs that may be withdrawn to. */
export async function savedFor({ db }: Town, { userId }: Person): Promise<string> {
  const address = someAddress()
  await sql`insert into saved_addresses (id, user_id, network, address, label, created_at, usable_at)
    values (${randomUUID()}, ${userId}, 'ERC20', ${address}, 'Mine', now() - interval '2 days', now() - interval '1 day')`.execute(
    db,
  )
  return address
}

/** A code as it would come by mail. */
export async function codeOf({ nodes, db }: Town, { userId }: Person, purpose: CodePurpose) {
  const by = { ip: '127.0.0.1', userId }
  return (await issueCode(nodes[0].world, db, { email: `${userId}@mail.example`, purpose, by })).code
}

/** Sends one call and gives its answer. */
export async function ask(node: Node, call: Call, body: object, { token }: Person): Promise<Envelope> {
  const headers = { 'x-access-token': token }
  return (await node.http.inject({ method: 'POST', url: call.path, payload: body, headers })).json()
}

/** As `ask` on the first node, and expects success. */
export async function succeed<C extends Call>(
  { nodes }: Town,
  call: C,
  body: object,
  person: Person,
): Promise<Output<C>> {
  const answer = await ask(nodes[0], call, body, person)
  if (!('code' in answer) || answer.code !== 1) throw new Error(`${call.path}: ${JSON.stringify(answer)}`)
  return answer.data as Output<C>
}

function minor(amount: string, currency: Currency): bigint {
  return parse(amount, currency) ?? 0n
}
