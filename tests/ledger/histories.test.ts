import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../src/server/database/database.ts'
import { newId } from '../../src/server/id.ts'
import {
  balancesOf,
  capture,
  hold,
  houseAccount,
  increaseHold,
  openAccount,
  type Posted,
  postAll,
  release,
} from '../../src/server/ledger/ledger.ts'
import {
  type Model,
  type ModelAccount,
  type ModelTransfer,
  mirror,
  newModel,
  type Verdict,
} from '../fixtures/ledger/model.ts'
import { expectBooksAgree, move } from '../fixtures/ledger/world.ts'
import { type TestDatabase, testDatabase } from '../fixtures/postgres.ts'

let database: TestDatabase
let db: Db
let house: string

beforeAll(async () => {
  database = await testDatabase()
  db = database.db
  house = await houseAccount(db, { code: 'issuer', currency: 'USD' })
})
afterAll(async () => {
  await expectBooksAgree(db)
  await database.close()
})

const place = fc.nat(4)
const amount = fc.bigInt(1n, 120n)
const key = fc.nat(24)
const one = fc.record({ from: place, to: place, amount, forced: fc.boolean(), key })

const action = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      verb: fc.constant('post' as const),
      list: fc.array(one, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ verb: fc.constant('hold' as const), on: place, amount, key }) },
  {
    weight: 1,
    arbitrary: fc.record({ verb: fc.constant('increase' as const), hold: fc.nat(), amount, key }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      verb: fc.constant('capture' as const),
      hold: fc.nat(),
      amount,
      key,
      final: fc.boolean(),
      forced: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      verb: fc.constant('release' as const),
      hold: fc.nat(),
      part: fc.option(fc.record({ amount, key })),
    }),
  },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('reverse' as const), transfer: fc.nat(), key }) },
  { weight: 2, arbitrary: fc.record({ verb: fc.constant('repeat' as const), action: fc.nat() }) },
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** What a history begins with: without money nearly every step would end as an overdraft. */
const funds = [0, 1, 3].map(to => ({ from: 4, to, amount: 100n, forced: false, key: 100 + to }))

/** One customer with three wallets and a card, and what has been done to them so far. */
interface History {
  model: Model
  places: string[]
  done: Action[]
  holdIds: string[]
  posted: { transferId: string; transfer: ModelTransfer }[]
  keyOf(key: number): string
}
/** What the model and the books say of the same action; null when there is nothing to do it to. */
type Verdicts = [expected: Verdict, found: Verdict] | null
type ActionOf<V extends Action['verb']> = Extract<Action, { verb: V }>

async function newHistory(ownerId: string): Promise<History> {
  const model = newModel()
  const wallets = await Promise.all(
    ['a', 'b', 'c'].map(code => openAccount(db, { kind: 'wallet', ownerId, currency: 'USD', code })),
  )
  const card = await openAccount(db, { kind: 'card', ownerId, currency: 'USD' })
  const places = [...wallets, card, house]
  for (const id of places) {
    model.accounts.set(id, { isCard: id === card, isHouse: id === house, balance: 0n, held: 0n })
  }
  const history: History = {
    model,
    places,
    done: [],
    holdIds: [],
    posted: [],
    keyOf: key => `${ownerId}:${key}`,
  }
  expect(await bothPost(history, transfersOf(history, { verb: 'post', list: funds }))).toEqual([
    'done',
    'done',
  ])
  return history
}

const pick = <T>(list: readonly T[], index: number) => list[index % list.length]

async function both(history: History, action: Action): Promise<Verdicts> {
  switch (action.verb) {
    case 'post':
      return await bothPost(history, transfersOf(history, action))
    case 'reverse':
      return await bothReverse(history, action)
    case 'hold':
      return await bothHold(history, action)
    case 'increase':
      return await bothIncrease(history, action)
    case 'capture':
      return await bothCapture(history, action)
    case 'release':
      return await bothRelease(history, action)
    case 'repeat': {
      const earlier = pick(history.done, action.action)
      return earlier ? await both(history, earlier) : null
    }
  }
}

function transfersOf({ places, keyOf }: History, { list }: ActionOf<'post'>): ModelTransfer[] {
  const transfers = list
    .filter(({ from, to }) => from !== to)
    .map(({ from, to, amount, forced, key }) => ({
      key: keyOf(key),
      entries: move(places[from] as string, places[to] as string, amount),
      forced,
    }))
  return [...new Map(transfers.map(transfer => [transfer.key, transfer])).values()]
}

async function bothPost({ model, posted }: History, list: ModelTransfer[]): Promise<Verdicts> {
  if (list.length === 0) return null
  const expected = model.postAll(list)
  const transfers = list.map(({ key, ...rest }) => ({ idempotencyKey: key, reason: 'move', ...rest }))
  const found = await verdictOf(async () => {
    const results = await postAll(db, transfers)
    for (const [index, { transferId, isReplay }] of results.entries()) {
      if (!isReplay) posted.push({ transferId, transfer: list[index] as ModelTransfer })
    }
    return results
  })
  return [expected, found]
}

async function bothReverse(history: History, { transfer, key }: ActionOf<'reverse'>): Promise<Verdicts> {
  const target = pick(history.posted, transfer)
  if (!target) return null
  const entries = mirror(target.transfer.entries)
  return await bothPost(history, [
    { key: history.keyOf(key), entries, forced: false, reverses: target.transferId },
  ])
}

async function bothHold(history: History, { on, amount, key }: ActionOf<'hold'>): Promise<Verdicts> {
  const { model, places, holdIds } = history
  const accountId = places[on] as string
  if (accountId === house) return null
  const idempotencyKey = history.keyOf(key)
  const made = { accountId, remaining: 0n, isOpen: true }
  model.holds.set(idempotencyKey, made)
  const content = `hold ${accountId} ${amount}`
  const expected = model.reserve(idempotencyKey, { key: idempotencyKey, content, amount })
  const found = await verdictOf(async () => {
    const result = await hold(db, { accountId, amountMinor: amount, idempotencyKey, reason: 'authorization' })
    if (!result.isReplay) {
      holdIds.push(result.holdId)
      model.holds.set(result.holdId, made)
    }
    return [result]
  })
  return [expected, found]
}

async function bothIncrease(history: History, action: ActionOf<'increase'>): Promise<Verdicts> {
  const holdId = pick(history.holdIds, action.hold)
  if (!holdId) return null
  const { amount } = action
  const key = history.keyOf(action.key)
  const expected = history.model.reserve(holdId, { key, content: `increase ${holdId} ${amount}`, amount })
  const request = { holdId, amountMinor: amount, idempotencyKey: key }
  return [expected, await verdictOf(async () => [await increaseHold(db, request)])]
}

async function bothCapture(
  { model, holdIds, keyOf }: History,
  action: ActionOf<'capture'>,
): Promise<Verdicts> {
  const holdId = pick(holdIds, action.hold)
  if (!holdId) return null
  const { amount, final, forced } = action
  const key = keyOf(action.key)
  const entries = move(model.holds.get(holdId)?.accountId as string, house, amount)
  const expected = model.capture(holdId, { key, entries, forced }, { amount, final })
  const request = { holdId, idempotencyKey: key, reason: 'move', entries, final, forced }
  return [expected, await verdictOf(async () => [await capture(db, request)])]
}

async function bothRelease(
  { model, holdIds, keyOf }: History,
  action: ActionOf<'release'>,
): Promise<Verdicts> {
  const holdId = pick(holdIds, action.hold)
  if (!holdId) return null
  const part = action.part && { amount: action.part.amount, key: keyOf(action.part.key) }
  const expected = model.release(holdId, part)
  const request = part ? { holdId, amountMinor: part.amount, idempotencyKey: part.key } : { holdId }
  return [expected, await verdictOf(async () => [await release(db, request)])]
}

async function expectSameBalances({ model, places }: History, ownerId: string) {
  const found = new Map((await balancesOf(db, ownerId)).map(row => [row.accountId, row]))
  for (const id of places.filter(id => id !== house)) {
    const { balance, held } = model.accounts.get(id) as ModelAccount
    expect(found.get(id)).toMatchObject({ balanceMinor: balance, heldMinor: held })
  }
}

async function verdictOf(work: () => Promise<Pick<Posted, 'isReplay'>[]>): Promise<Verdict> {
  try {
    const results = await work()
    return results.every(({ isReplay }) => isReplay) ? 'replayed' : 'done'
  } catch (error) {
    return (error as Error).name as Verdict
  }
}

test('any history ends as the model says, refusals included', async () => {
  const tally = new Set<Verdict>()
  const property = fc.asyncProperty(
    fc.array(action, { minLength: 10, maxLength: 60, size: 'max' }),
    async actions => {
      const ownerId = newId()
      const history = await newHistory(ownerId)
      for (const action of actions) {
        const verdicts = await both(history, action)
        if (action.verb !== 'repeat') history.done.push(action)
        if (!verdicts) continue
        expect(verdicts[1], fc.stringify(action)).toBe(verdicts[0])
        tally.add(verdicts[0])
        await expectSameBalances(history, ownerId)
      }
    },
  )
  await fc.assert(property, { numRuns: Number(process.env.HISTORIES ?? 40) })
  expect([...tally].sort()).toEqual([
    'AlreadyReversed',
    'HoldClosed',
    'KeyReused',
    'Overdrawn',
    'done',
    'replayed',
  ])
})
