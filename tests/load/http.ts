import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { convertToMasterBalance } from '../../src/contract/wallet.ts'
import { comparePin, hashPin, setPin } from '../../src/server/account/pin.ts'
import { openSession } from '../../src/server/account/session.ts'
import { type Db, openDatabase } from '../../src/server/database/database.ts'
import { backlog } from '../../src/server/http/crowd.ts'
import { newId } from '../../src/server/id.ts'
import { houseAccount, post } from '../../src/server/ledger/ledger.ts'
import type { World } from '../../src/server/world.ts'
import { newCard, newUser } from '../fixtures/wallet/deposit-world.ts'
import { unwatchedOn } from '../fixtures/world.ts'
import type { Errand } from './caller.ts'
import type { Surge, Surged } from './surge.ts'

const pin = '246801'

/** The server with its sockets, and customers who are signed in, each with a card that holds money. */
export async function openHttpLoad(url: string, clients: number) {
  const { world, http } = await unwatchedOn(openDatabase({ url }))
  await http.listen({ port: 0, host: '127.0.0.1', backlog })
  const errands: Errand[] = []
  for (let i = 0; i < clients; i++) errands.push(await customer(world))
  const { port } = http.server.address() as AddressInfo

  return {
    /** Cards to wallets, one cent at a time, each call with its PIN and a key of its own; calls a second. */
    move: (seconds: number): Promise<number> =>
      inWorker('caller.ts', { port, path: convertToMasterBalance.path, errands, seconds }),
    /** The same, so many times a second, whether or not it is answered. */
    async surge(asked: Pick<Surge, 'rate' | 'seconds'>): Promise<Surged> {
      const { path } = convertToMasterBalance
      const surged = await inWorker<Surged>('surge.ts', { port, path, errands, ...asked })
      await expectKept(world.db, surged.done)
      return surged
    },
    async close() {
      await http.close()
      await world.db.destroy()
    },
  }
}

/** Whatever was said to be done is done. */
async function expectKept(db: Db, keys: readonly string[]) {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from decisions where request_id = any (${keys}::uuid[]) and answer is not null`.execute(
    db,
  )
  if (rows[0]?.n !== keys.length) throw new Error(`of ${keys.length} decisions ${rows[0]?.n} are kept`)
}

async function customer(world: World): Promise<Errand> {
  const { db } = world
  const userId = await newUser(db)
  await setPin(db, { userId, pinHash: await hashPin(world, { userId, pin }) })
  // The first use of a PIN costs a password hash; what is measured are those that follow.
  await comparePin(world, { userId, sessionId: null, pin })
  const cardId = await newCard(db, userId)
  await fundCard(db, cardId)
  const { token } = await openSession(world, db, { userId, device: 'load', ip: '127.0.0.1' })
  return { token, body: { cardId, amount: '0.01', currency: 'USD', pin } }
}

async function fundCard(db: Db, cardId: string) {
  const { account_id } = await db
    .selectFrom('cards')
    .select('account_id')
    .where('id', '=', cardId)
    .executeTakeFirstOrThrow()
  const issuer = await houseAccount(db, { code: 'issuer', currency: 'USD' })
  const entries = [
    { accountId: issuer, amountMinor: -1_000_000_000n },
    { accountId: account_id, amountMinor: 1_000_000_000n },
  ]
  await post(db, { idempotencyKey: newId(), reason: 'load', entries })
}

/** The callers have a thread of their own, as pgbench has a process of its own. */
function inWorker<T>(file: string, workerData: object): Promise<T> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL(file, import.meta.url), { workerData })
    worker.once('message', done)
    worker.once('error', fail)
  })
}
