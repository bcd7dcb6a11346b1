import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '../../src/contract/account.ts'
import { newId } from '../../src/server/id.ts'
import { houseAccount, openAccount } from '../../src/server/ledger/ledger.ts'
import { asJson, printable } from '../../src/server/ops/desk.ts'
import { newCustomer, type TestCustomer } from '../fixtures/account/customer.ts'
import { openedCard, readyCustomer, startCardWorld } from '../fixtures/cards/cardholder.ts'
import { type desk, deskOn } from '../fixtures/ops/desk.ts'
import { throughout } from '../fixtures/throughout.ts'

const tested = throughout(startCardWorld)
let customer: TestCustomer
let at: ReturnType<typeof desk>
beforeAll(async () => {
  customer = await readyCustomer(tested, '60')
  await openedCard(tested, customer, { rechargeAmount: '20' })
  at = await deskOn(tested.world.db)
})

describe('ops users', () => {
  test('shows what helps and hides what could be stolen', async () => {
    const { rows, said } = await at('ann')('users', 'show', customer.email.toUpperCase())
    expect(rows).toMatchObject([
      {
        id: customer.userId,
        hasPin: true,
        certStatus: 'approved',
        country: 'CN',
        phone: '+86 *******8000',
        balances: [
          { kind: 'wallet', balance: '34.8 USDT' },
          { kind: 'card', balance: '20 USD' },
        ],
        cards: [{ status: 'active' }],
      },
    ])
    for (const hidden of [customer.email, 'Wei', 'Kiln Road', '13800138000', '$argon2'])
      expect(said).not.toContain(hidden)
    expect((await at('ann')('users', 'show', 'nobody@mail.test')).said).toContain('no customer')
    expect((await at('ann')('users', 'show', newId())).said).toContain('no customer')
  })

  test('finds a customer by the id that lists print, too', async () => {
    const { userId } = customer
    expect((await at('ann')('users', 'show', userId)).rows).toMatchObject([{ id: userId }])
    expect((await at('ann')('users', 'sessions', userId)).rows).toHaveLength(1)
    const accounts = (await at('ann')('ledger', 'accounts', userId)).rows
    expect(accounts).toEqual((await at('ann')('ledger', 'accounts', customer.email)).rows)
    expect(accounts.map(({ kind }) => kind)).toContain('card')
  })

  test('does not take a session for live that has run out', async () => {
    const { email, userId } = await newCustomer(tested)
    expect((await at('ann')('users', 'sessions', userId)).rows).toHaveLength(1)
    await sql`update sessions set expires_at = now() where user_id = ${userId}`.execute(tested.world.db)
    expect((await at('ann')('users', 'sessions', userId)).rows).toEqual([])
    expect((await at('ann')('users', 'end-sessions', email, '--note', 'phone stolen')).rows).toEqual([
      { id: userId, sessionsEnded: 0 },
    ])
  })

  test('signs a customer out everywhere, with an audit row', async () => {
    const { rows } = await at('ann')('users', 'sessions', customer.email)
    expect(rows).toMatchObject([{ network: '127.0.*.*' }])
    expect((await at('ann')('users', 'end-sessions', customer.email, '--note', 'phone stolen')).rows).toEqual(
      [{ id: customer.userId, sessionsEnded: 1 }],
    )
    expect(await tested.send(getUser, {}, customer.token)).toMatchObject({ status: 401 })
    expect((await at('ann')('audits', 'list', '--subject', customer.userId)).rows).toMatchObject([
      { operator: 'ann', verb: 'user.end-sessions', detail: '{"note":"phone stolen","sessions":1}' },
    ])
  })
})

describe('ops ledger', () => {
  test('reads accounts, entries and transfers without saying whose they are by name', async () => {
    const { rows } = await at('ann')('ledger', 'accounts', customer.email)
    const card = rows.find(({ kind }) => kind === 'card')
    expect(card).toMatchObject({
      balance: '20',
      held: '0',
      currency: 'USD',
      card: expect.stringMatching(/^\d{4}$/),
    })
    const entries = (await at('ann')('ledger', 'entries', card?.id as string)).rows
    expect(entries).toMatchObject([{ amount: '20', currency: 'USD' }])
    const transfer = await at('ann')('ledger', 'transfer', entries[0]?.transfer as string)
    expect(transfer.rows.map(({ place }) => place)).toContain('house conversion')
    expect(transfer.said).not.toContain('@')
    const { db } = tested.world
    const [house, fresh] = [
      await houseAccount(db, { code: 'suspense', currency: 'USD' }),
      await openAccount(db, { kind: 'wallet', ownerId: customer.userId, currency: 'TRX' }),
    ]
    for (const id of [house, fresh]) expect((await at('ann')('ledger', 'entries', id)).rows).toEqual([])
  })
})

test('JSON moves no cursor and turns no text around either, and says the same', () => {
  const rows = [{ text: '\u001b[2J\u009b2J\u007f\u202egnp.exe\r\nx\u2028\u{e0041}釉', count: '1' }]
  const said = asJson(rows)
  expect(said).toMatch(/^[\n\x20-\x7e釉]+$/)
  expect(said).toContain('\\u009b2J\\u007f\\u202egnp')
  expect(JSON.parse(said)).toEqual(rows)
})

test('a table moves no cursor and turns no text around', () => {
  expect(printable({ text: '\u001b[2J\u202egnp.exe\r\nx' })).toEqual({
    text: '\ufffd[2J\ufffdgnp.exe\ufffd\ufffdx',
  })
})

test('a table has an instant as text, which it can show in a row of its own', () => {
  expect(printable({ until: new Date('2026-11-27T09:30:00Z') })).toEqual({
    until: '2026-11-27T09:30:00.000Z',
  })
})

test('a table has numbers as people write them, however large', () => {
  expect(printable({ count: 15n, height: 2n ** 60n })).toEqual({ count: 15, height: '1152921504606846976' })
})
