import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, login, register } from '../../../src/contract/account.ts'
import { userBill } from '../../../src/contract/bill.ts'
import { closeCard } from '../../../src/contract/card-control.ts'
import { deletionCheck } from '../../../src/contract/deletion.ts'
import { personalTables } from '../../../src/server/across/personal-tables.ts'
import { continueBill, noteBill, writeBill } from '../../../src/server/bills/bills.ts'
import { houseAccount, post } from '../../../src/server/ledger/ledger.ts'
import {
  certified,
  codeFor,
  newCustomer,
  type TestCustomer,
  testPin,
} from '../../fixtures/account/customer.ts'
import { asked, begin, daysPass, spendAllBut, tested, userOf } from '../../fixtures/account/leaver.ts'
import { applicant, move, ordered } from '../../fixtures/cards/applicant.ts'
import {
  type CardWorld,
  openedCard,
  posting,
  readyCustomer,
  tellEvent,
  workLater,
} from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

const houseOf = async (code: string, currency: string) => {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(e.amount_minor), 0)::bigint as sum from accounts a join entries e on e.account_id = a.id
    where a.kind = 'house' and a.code = ${code} and a.currency = ${currency}`.execute(tested.world.db)
  return rows[0]?.sum
}

describe('on its day', () => {
  test('the person goes and the books stay', async () => {
    const customer = await readyCustomer(tested, '60')
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    await tested.succeed(
      closeCard,
      { id: card.cardId, pin: testPin, requestId: randomUUID() },
      customer.token,
    )
    await workLater(tested)
    const walletId = await spendAllBut(customer, 4_000_000n)
    await sql`update users set telegram_id = 77, telegram_name = 'Lin', nickname = 'L' where id = ${customer.userId}`.execute(
      tested.world.db,
    )
    await asked(customer, { waive: true, reason: 'moving on' })
    const waived = await houseOf('waived', 'USDT')
    await daysPass(customer)

    const left = await userOf(customer)
    expect(left).toMatchObject({
      id: customer.userId,
      email: null,
      password_hash: null,
      pin_hash: null,
      nickname: null,
      refer_code: null,
      telegram_id: null,
      telegram_name: null,
    })
    expect(left.deleted_at).not.toBeNull()
    expect(await houseOf('waived', 'USDT')).toBe((waived ?? 0n) + 4_000_000n)
    expect(await tested.send(getUser, {}, customer.token)).toMatchObject({ status: 401 })
    expect(
      await tested.world.db
        .selectFrom('entries')
        .where('account_id', '=', walletId)
        .select('amount_minor')
        .execute(),
    ).not.toEqual([])
    expect(await traces(customer, ['Lin', 'Wei', 'Jingdezhen', '13800138000', 'moving on'])).toEqual([])
    expect(await tested.send(login, { email: customer.email, password: customer.password })).toMatchObject({
      code: 1002,
    })
    expect(
      tested.letters.filter(({ to, subject }) => to === customer.email && subject.includes('deleted')),
    ).toHaveLength(1)
    await expect(tested.world.db.transaction().execute(db => fundTo(db, walletId))).rejects.toThrow(
      'accounts_closed',
    )

    // A refund that comes too late goes to nobody's account, and a person of ours hears of it.
    const suspense = await houseOf('suspense', 'USD')
    await tellEvent(tested, 'refund.posted', posting(card, '7.00'))
    await tested.work()
    expect(await houseOf('suspense', 'USD')).toBe((suspense ?? 0n) + 700n)
    const alarms = await tested.world.db
      .selectFrom('alarms')
      .select('detail')
      .where('kind', '=', 'card_after_deletion')
      .execute()
    expect(alarms).toMatchObject([{ detail: { cardId: card.cardId } }])
  })

  test('the address is free again, and whoever takes it is somebody else', async () => {
    const customer = await newCustomer(tested)
    await asked(customer, { pin: undefined })
    await daysPass(customer)
    const code = await codeFor(tested, { email: customer.email, type: 'register' })
    const { email, password } = customer
    const { userInfo, token } = await tested.succeed(register, { email, password, code, lang: 'en' })
    expect(userInfo.id).not.toBe(customer.userId)
    const { total } = await tested.succeed(userBill, { pageSize: 10, page: 1 }, token)
    expect(total).toBe(0)
    expect(await tested.succeed(deletionCheck, {}, token)).toMatchObject({
      obstacles: [],
      deletion: null,
      stopped: null,
    })
  })

  test('what our people and they themselves wrote goes, and the trail of a bill stays without it', async () => {
    const { db } = tested.world
    const customer = await newCustomer(tested)
    const { userId } = customer
    await certified(tested, customer)
    const note = 'Called on Monday.'
    await db.updateTable('applicants').set({ note }).where('user_id', '=', userId).execute()
    const why = { reason: 'unconfirmed', note }
    const asking = { what: 'asked', detail: { txId: '0x1' } }
    const bill = { userId, kind: 'withdraw', amountMinor: -5n, currency: 'USDT', account: 'wallet' } as const
    const { billId } = await writeBill(db, { ...bill, status: 'pending', step: asking })
    await continueBill(db, { billId, status: 'failed', remark: why, step: { what: 'failed', detail: why } })
    const own = 'For the kiln in the yard.'
    await noteBill(db, { userId, billId, note: own })
    await asked(customer, { pin: undefined })
    await daysPass(customer)
    expect(await traces(customer, [note, own])).toEqual([])
    const left = await db.selectFrom('bills').select(['remark', 'steps']).where('id', '=', billId).execute()
    expect(left).toMatchObject([
      {
        remark: { reason: 'unconfirmed' },
        steps: [asking, { what: 'failed', detail: { reason: 'unconfirmed' } }],
      },
    ])
  })

  test('what the issuer wrote of them goes, and codes of ours stay', async () => {
    const { db } = tested.world
    const who = await applicant(tested)
    const { customer, card } = who
    const words = 'Somebody called Chen lives there.'
    for (const reason of [words, 'address_not_served']) {
      const { id } = await ordered(tested, who)
      await move(tested, id, 'refused', reason)
    }
    const end = { id: card.cardId, pin: testPin, requestId: randomUUID() }
    await tested.succeed(closeCard, end, customer.token)
    await workLater(tested)
    await spendAllBut(customer, 0n)
    expect(await traces(customer, [words])).toEqual(expect.arrayContaining([`bills: ${words}`]))
    await asked(customer)
    await daysPass(customer)
    expect(await traces(customer, [words])).toEqual([])
    const of = (table: 'applications' | 'bills') =>
      db.selectFrom(table).where('user_id', '=', customer.userId).orderBy('id')
    const left = await of('applications').select('applications.reason').execute()
    expect(left.map(({ reason }) => reason)).toEqual(['issuer_refused', 'address_not_served'])
    const bills = await of('bills').select('bills.remark').where('bills.status', '=', 'failed').execute()
    expect(bills.map(({ remark }) => remark.reason)).toEqual([undefined, 'address_not_served'])
    expect(await told(words)).toBe(false)
  })

  test('where their card was mailed to is not heard of again', async () => {
    const { db } = tested.world
    const who = await applicant(tested)
    const { customer } = who
    const { id } = await ordered(tested, who)
    for (const state of ['approved', 'printing', 'shipped', 'delivered'] as const)
      await move(tested, id, state)
    const cards = await db.selectFrom('cards').select('id').where('user_id', '=', customer.userId).execute()
    for (const card of cards) {
      const end = { id: card.id, pin: testPin, requestId: randomUUID() }
      await tested.succeed(closeCard, end, customer.token)
    }
    await workLater(tested)
    await spendAllBut(customer, 0n)
    await asked(customer)
    await daysPass(customer)
    await move(tested, id, 'returned')
    const left = await db.selectFrom('applications').selectAll().where('id', '=', id).execute()
    expect(left).toMatchObject([{ status: 'ended', carrier: null, tracking_number: null }])
    expect(await told('SF Express')).toBe(false)
  })

  test('every table that knows a person says what becomes of it', async () => {
    const { rows } = await sql<{ table_name: string }>`
      select distinct c.table_name from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and t.table_type = 'BASE TABLE'
        and (column_name in ('user_id', 'owner_id', 'email', 'referrer_id', 'invitee_id', 'device')
          or (column_name = 'card_id' and table_name not in ('deposits')))`.execute(tested.world.db)
    const known = new Set([...personalTables.map(({ table }) => table), 'users'])
    expect(rows.map(({ table_name }) => table_name).filter(table => !known.has(table))).toEqual([])
  })
})

/** Whether this stands in what is kept of the issuer's events. */
async function told(words: string): Promise<boolean> {
  const { rows } = await sql`
    select from issuer_events where payload::text like ${`%${words}%`}`.execute(tested.world.db)
  return rows.length > 0
}

async function fundTo(db: CardWorld['world']['db'], walletId: string) {
  const houseId = await houseAccount(db, { code: 'chain', currency: 'USDT' })
  await post(db, {
    idempotencyKey: `test:${randomUUID()}`,
    reason: 'deposit',
    entries: [
      { accountId: houseId, amountMinor: -1n },
      { accountId: walletId, amountMinor: 1n },
    ],
  })
}

/** Where any of these words still stands in a row that is about the customer. */
async function traces({ userId, email }: TestCustomer, words: string[]): Promise<string[]> {
  const { rows } = await sql<{ table_name: string }>`
    select distinct table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_name in ('user_id', 'subject')`.execute(
    tested.world.db,
  )
  const found: string[] = []
  for (const table of [...rows.map(({ table_name }) => table_name), 'users']) {
    const { rows: theirs } = await sql<{ text: string }>`
      select t::text as text from ${sql.table(table)} t where t::text like ${`%${userId}%`} or t::text like ${`%${email}%`}`.execute(
      tested.world.db,
    )
    for (const word of [email, ...words]) {
      if (theirs.some(({ text }) => text.includes(word))) found.push(`${table}: ${word}`)
    }
  }
  return found
}
