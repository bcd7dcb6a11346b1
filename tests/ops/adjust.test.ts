import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adjust } from '../../src/server/across/adjust.ts'
import { newId } from '../../src/server/id.ts'
import { marketingAccount } from '../../src/server/invites/marketing.ts'
import { checkLedger } from '../../src/server/ledger/check.ts'
import { closeAccounts } from '../../src/server/ledger/closing.ts'
import { balanceOf, houseAccount, openAccount } from '../../src/server/ledger/ledger.ts'
import { agedAudits, auditsOf, desk } from '../fixtures/ops/desk.ts'
import { type TestDatabase, testDatabase } from '../fixtures/postgres.ts'
import { newUser } from '../fixtures/wallet/deposit-world.ts'

let database: TestDatabase
let at: ReturnType<typeof desk>
beforeAll(async () => {
  database = await testDatabase()
  at = desk(database.url, { GLAZE_STATE: '/nowhere' })
})
afterAll(async () => {
  expect((await checkLedger(database.db)).disagreement).toBeNull()
  await database.close()
})

async function wallet(): Promise<{ userId: string; accountId: string }> {
  const userId = await newUser(database.db)
  return {
    userId,
    accountId: await openAccount(database.db, { kind: 'wallet', ownerId: userId, currency: 'USDT' }),
  }
}

const words = (accountId: string, key: string, amount = '12.5', note = 'refund of a wrong fee') => [
  'ledger',
  'adjust',
  accountId,
  `--amount=${amount}`,
  '--reason=fee_return',
  `--note=${note}`,
  `--key=${key}`,
]

const balance = async (accountId: string) => (await balanceOf(database.db, accountId)).balanceMinor

describe('an adjustment', () => {
  test('is refused with a wrong amount, key, note or account, of the house, of a closed account, and overdrawn', async () => {
    const { userId, accountId } = await wallet()
    const house = await houseAccount(database.db, { code: 'fees', currency: 'USDT' })
    const key = newId()
    for (const amount of ['0', '1e3', '1.2345678', 'all', '']) {
      expect((await at('ann')(...words(accountId, key, amount))).said).toContain('--amount')
    }
    expect((await at('ann')(...words(accountId, 'a key'))).said).toContain('--key')
    expect((await at('ann')(...words(accountId, key, '1', 'x'))).said).toContain('--note')
    expect((await at('ann')(...words(accountId, key, '1', 'two\nlines'))).said).toContain('--note')
    expect((await at('ann')(...words(accountId, key), '--reason=because')).said).toContain('--reason')
    expect((await at('ann')(...words(newId(), key))).said).toContain('no account')
    for (const ours of [house, await marketingAccount(database.db)]) {
      expect((await at('ann')(...words(ours, key))).said).toContain('no account of a customer')
    }
    expect((await at('ann')(...words(accountId, key, '-1'))).said).toContain('too little')
    await closeAccounts(database.db, userId)
    expect((await at('ann')(...words(accountId, key))).said).toContain('closed')
    expect(await auditsOf(database.db, key)).toEqual([])
    expect(await balance(accountId)).toBe(0n)
  })

  test('is refused in words when it is more than an account can hold, at once or with what is there', async () => {
    const { accountId } = await wallet()
    const most = `${10n ** 12n}`
    for (const amount of ['1000000000000.000001', '9999999999999.999999']) {
      expect((await at('ann')(...words(accountId, newId(), amount))).said).toContain('cannot hold so much')
      expect((await at('ann')(...words(accountId, newId(), `-${amount}`))).said).toContain('too little')
    }
    for (let n = 1; n <= 9; n++) {
      const key = newId()
      await at('ann')(...words(accountId, key, most))
      expect((await at('bob')(...words(accountId, key, most))).rows).toMatchObject([{ isAdjusted: true }])
    }
    const key = newId()
    expect((await at('ann')(...words(accountId, key, most))).said).toContain('cannot hold so much')
    expect(await auditsOf(database.db, key)).toEqual([])
    expect(await balance(accountId)).toBe(9n * 10n ** 18n)
  })

  test('takes two operators who want the very same, and tells the customer', async () => {
    const { userId, accountId } = await wallet()
    const key = newId()
    expect((await at('ann')(...words(accountId, key))).rows).toMatchObject([
      { isAdjusted: false, approvalsMissing: 1 },
    ])
    expect((await at('ann')(...words(accountId, key))).said).toContain('another operator')
    expect((await at('bob')(...words(accountId, key, '125'))).rows).toMatchObject([{ isAdjusted: false }])
    expect(await balance(accountId)).toBe(0n)
    const [done] = (await at('cat')(...words(accountId, key))).rows
    expect(done).toMatchObject({ isAdjusted: true, approvalsMissing: 0 })
    expect(await balance(accountId)).toBe(12_500_000n)
    const { db } = database
    const bills = await db.selectFrom('bills').selectAll().where('user_id', '=', userId).execute()
    expect(bills).toMatchObject([
      {
        kind: 'transfer',
        amount_minor: 12_500_000n,
        remark: { adjusted: 'fee_return', note: 'refund of a wrong fee' },
      },
    ])
    const messages = await db.selectFrom('messages').select('params').where('user_id', '=', userId).execute()
    expect(messages).toMatchObject([
      {
        params: { what: 'adjusted', adjusted: 'fee_return', amount: '+12.5', note: 'refund of a wrong fee' },
      },
    ])

    // Asked for again it is done already, whoever asks.
    expect((await at('ann')(...words(accountId, key))).rows).toMatchObject([
      { isAdjusted: true, isReplay: true, transferId: done?.transferId },
    ])
    expect((await at('ann')(...words(accountId, key, '13'))).said).toContain('another adjustment')
    expect(await balance(accountId)).toBe(12_500_000n)
  })

  test('is done once when one operator asks from two shells, and another from two more', async () => {
    const { accountId } = await wallet()
    const key = newId()
    const same = await Promise.all([shell('ann', accountId, key), shell('ann', accountId, key)])
    expect(same.map(({ code }) => code).sort()).toEqual([0, 1])
    expect(await balance(accountId)).toBe(0n)
    const others = await Promise.all([shell('bob', accountId, key), shell('bob', accountId, key)])
    expect(others.map(({ code }) => code)).toEqual([0, 0])
    expect(await balance(accountId)).toBe(12_500_000n)
    expect(await auditsOf(database.db, key)).toEqual(['ann ledger.adjust.asked', 'bob ledger.adjust'])
  })

  test('a wish of yesterday does not count', async () => {
    const { accountId } = await wallet()
    const key = newId()
    await at('ann')(...words(accountId, key))
    await agedAudits(database.db, key)
    expect((await at('bob')(...words(accountId, key))).rows).toMatchObject([{ isAdjusted: false }])
    expect(await balance(accountId)).toBe(0n)
  })

  test('is taken back by another adjustment only, once', async () => {
    const { accountId } = await wallet()
    const [key, back] = [newId(), newId()]
    await at('ann')(...words(accountId, key))
    const [done] = (await at('bob')(...words(accountId, key))).rows
    const undo = (amount: string, named = back) => [
      ...words(accountId, named, amount),
      `--reverses=${done?.transferId}`,
    ]
    expect((await at('ann')(...undo('-12'))).said).toContain('opposite amount')
    await at('ann')(...undo('-12.5'))
    expect((await at('bob')(...undo('-12.5'))).rows).toMatchObject([{ isAdjusted: true }])
    expect(await balance(accountId)).toBe(0n)
    expect((await at('ann')(...undo('-12.5', newId()))).said).toMatch(/too little|taken back already/)
  })

  test('a process that is killed in the middle leaves nothing behind, and the next one does it', async () => {
    const { accountId } = await wallet()
    const key = newId()
    await at('ann')(...words(accountId, key))
    // The account is held by somebody, so that the second operator's process dies while it waits for it.
    await database.db.transaction().execute(async db => {
      // A process takes its time to start on a busy machine.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
      await sql`select from accounts where id = ${accountId} for update`.execute(db)
      const child = start('bob', accountId, key)
      await untilWaiting(accountId)
      child.kill('SIGKILL')
      await once(child, 'exit')
    })
    expect(await balance(accountId)).toBe(0n)
    expect(await auditsOf(database.db, key)).toEqual(['ann ledger.adjust.asked'])
    expect((await at('bob')(...words(accountId, key))).rows).toMatchObject([{ isAdjusted: true }])
    expect(await balance(accountId)).toBe(12_500_000n)
  })
})

test('the database refuses an adjustment that does not add up, whoever writes it', async () => {
  const { accountId } = await wallet()
  const house = await houseAccount(database.db, { code: 'adjustments', currency: 'USDT' })
  const transferId = newId()
  const unbalanced = sql`
    with t as (
      insert into transfers (id, idempotency_key, request_hash, reason, is_forced, entry_count)
      values (${transferId}, ${`adjust:${transferId}`}, sha256(''), 'adjustment', false, 2) returning id
    )
    insert into entries (transfer_id, account_id, amount_minor)
    select id, ${accountId}::uuid, 100 from t union all select id, ${house}::uuid, -99 from t`
  await expect(unbalanced.execute(database.db)).rejects.toMatchObject({ code: 'GL002' })
  expect(await balance(accountId)).toBe(0n)
})

test('the same key with another note is the same adjustment: it moves nothing again', async () => {
  const { accountId } = await wallet()
  const adjustment = {
    key: newId(),
    accountId,
    amountMinor: 5n,
    reason: 'goodwill',
    note: 'a first note',
  } as const
  const first = await adjust(database.db, adjustment)
  expect(await adjust(database.db, { ...adjustment, note: 'a second note' })).toEqual({
    ...first,
    isReplay: true,
  })
  expect(await balance(accountId)).toBe(5n)
})

const main = resolve(import.meta.dirname, '..', '..', 'src', 'server', 'ops', 'main.ts')

function start(operator: string, accountId: string, key: string) {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: database.url,
    GLAZE_STATE: '/nowhere',
    SANDBOX: '1',
    OPERATOR: operator,
  }
  return spawn(process.execPath, [main, ...words(accountId, key), '--json'], { env, stdio: 'ignore' })
}

async function shell(operator: string, accountId: string, key: string): Promise<{ code: number }> {
  const [code] = await once(start(operator, accountId, key), 'exit')
  return { code: code as number }
}

/** Until somebody waits for a lock that is held. */
async function untilWaiting(accountId: string): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      database.db,
    )
    if (rows.length > 0) return
    expect(await balance(accountId)).toBe(0n)
  }
}
