import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, login, register } from '../../src/contract/account.ts'
import { userBill } from '../../src/contract/bill.ts'
import { closeCard } from '../../src/contract/card-control.ts'
import { cancelDelete, deleteAccount, deletionCheck } from '../../src/contract/deletion.ts'
import {
  convertToCardBalance,
  convertToMasterBalance,
  masterBudgetBalance,
  queryTransferIn,
} from '../../src/contract/wallet.ts'
import { beginDeletion } from '../../src/server/account/deletions.ts'
import { addUser } from '../../src/server/account/users.ts'
import { deleteUsers } from '../../src/server/jobs/delete-users.ts'
import { personalTables } from '../../src/server/jobs/personal-tables.ts'
import { houseAccount, openAccount, post } from '../../src/server/ledger/ledger.ts'
import {
  ask,
  type CardWorld,
  openedCard,
  posting,
  question,
  readyCustomer,
  startCardWorld,
  tellEvent,
  workLater,
} from './cardholder.ts'
import { codeFor, funded, newCustomer, type TestCustomer, testPin } from './customer.ts'

let tested: CardWorld
beforeAll(async () => {
  tested = await startCardWorld()
})
afterAll(() => tested.close())

async function keyOf(call: Parameters<CardWorld['send']>[0], input: object, token: string) {
  const envelope = await tested.send(call, { ...input }, token)
  return 'key' in envelope ? [envelope.key, envelope.data] : envelope
}

/** Lets the codes of an address be sent again at once. */
const ageCodes = ({ email }: TestCustomer) =>
  sql`update email_codes set sent_at = sent_at - interval '61 seconds' where email = ${email}`.execute(
    tested.world.db,
  )

async function wish(customer: TestCustomer, fields: Record<string, unknown> = {}) {
  await ageCodes(customer)
  return { code: await codeFor(tested, { ...customer, type: 'deleteAccount' }), pin: testPin, ...fields }
}

const asked = async (customer: TestCustomer, fields: Record<string, unknown> = {}) =>
  await tested.succeed(deleteAccount, await wish(customer, fields), customer.token)

/** The fifteen days pass, and the schedule comes by. */
async function daysPass({ userId }: TestCustomer) {
  await sql`update deletions set asked_at = asked_at - interval '15 days', due_at = due_at - interval '15 days'
    where user_id = ${userId} and state = 'waiting'`.execute(tested.world.db)
  await deleteUsers.run(tested.world)
  await tested.work()
}

const userOf = ({ userId }: TestCustomer) =>
  tested.world.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()

const whatOf = async (customer: TestCustomer) => {
  const { obstacles } = await tested.succeed(deletionCheck, {}, customer.token)
  return obstacles.map(({ what, state, amount, currency }) => [what, state, amount, currency])
}

const houseOf = async (code: string, currency: string) => {
  const { rows } = await sql<{ sum: bigint }>`
    select coalesce(sum(e.amount_minor), 0)::bigint as sum from accounts a join entries e on e.account_id = a.id
    where a.kind = 'house' and a.code = ${code} and a.currency = ${currency}`.execute(tested.world.db)
  return rows[0]?.sum
}

describe('the checklist', () => {
  test('names every obstacle with its amount and where it is mended', async () => {
    const customer = await readyCustomer(tested, '100')
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    const { obstacles, isReady } = await tested.succeed(deletionCheck, {}, customer.token)
    expect(isReady).toBe(false)
    expect(obstacles).toMatchObject([
      {
        what: 'balance',
        state: 'blocks',
        currency: 'USDT',
        route: '/pages/transferOut/transferOut?coin=USDT',
      },
      {
        what: 'card',
        state: 'blocks',
        amount: '20',
        currency: 'USD',
        last4: expect.stringMatching(/^\d{4}$/),
        route: `/pages/cardDetail/cardDetail?id=${card.cardId}`,
      },
    ])
  })

  test('tells a debt from money, and what can be given up from what can be withdrawn', async () => {
    const customer = await readyCustomer(tested, '40')
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    await tellEvent(tested, 'clearing.posted', posting(card, '25.00', { final: true }))
    await tested.work()
    const what = await whatOf(customer)
    expect(what).toContainEqual(['debt', 'blocks', expect.stringMatching(/^-/), 'USD'])
    await funded(tested, { userId: customer.userId, amountMinor: 5n, currency: 'BTC' })
    expect(await whatOf(customer)).toContainEqual(['balance', 'blocks', '0.00000005', 'BTC'])
    await sql`insert into rates (base, quote, rate, read_at) values ('BTC', 'USDT', '90000', now())`.execute(
      tested.world.db,
    )
    expect(await whatOf(customer)).toContainEqual(['balance', 'waivable', '0.00000005', 'BTC'])
  })

  test('names what a purchase still holds on a card that is over, until the merchant is done', async () => {
    const customer = await readyCustomer(tested, '40')
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    const { cardId } = card
    const bought = question(card, { amount: '15.00' })
    await ask(tested, bought)
    const { threadId } = bought
    await tellEvent(tested, 'clearing.posted', posting(card, '5.00', { threadId, final: false }))
    const close = { id: cardId, pin: testPin, requestId: randomUUID() }
    await tested.succeed(closeCard, close, customer.token)
    await tested.work()
    const rows = async () => {
      const { obstacles } = await tested.succeed(deletionCheck, {}, customer.token)
      return obstacles.filter(({ currency }) => currency === 'USD')
    }
    const route = `/pages/bill2/bill2?cardId=${cardId}`
    const held = { what: 'purchase', state: 'blocks', amount: '10.05', last4: card.last4, route }
    expect(await rows()).toMatchObject([held])
    // One that is pending says so itself.
    await sql`update purchases set status = 'pending' where thread_id = ${threadId}`.execute(tested.world.db)
    expect(await rows()).toMatchObject([{ what: 'purchase', amount: '15', route }])
    await sql`update purchases set status = 'posted' where thread_id = ${threadId}`.execute(tested.world.db)
    await tellEvent(tested, 'authorization.expired', { threadId, cardId: card.issuerCardId })
    expect(await rows()).toEqual([])
  })

  test('is empty for who has nothing', async () => {
    const customer = await newCustomer(tested)
    expect(await tested.succeed(deletionCheck, {}, customer.token)).toEqual({
      obstacles: [],
      isReady: true,
      deletion: null,
      stopped: null,
    })
  })
})

describe('a deletion is refused', () => {
  test('with money, without the PIN, with a wrong PIN or code, and changes nothing', async () => {
    const customer = await readyCustomer(tested, '100')
    const good = await wish(customer)
    expect(await keyOf(deleteAccount, { code: good.code }, customer.token)).toEqual([
      'input_invalid',
      { fields: { pin: 'required' } },
    ])
    expect(await keyOf(deleteAccount, { ...good, pin: 'wrong-pin' }, customer.token)).toMatchObject([
      'pin_incorrect',
      { triesLeft: 4 },
    ])
    const wrong = { ...good, code: good.code === '000000' ? '000001' : '000000' }
    expect(await keyOf(deleteAccount, wrong, customer.token)).toEqual(['code_incorrect', null])
    expect(await keyOf(deleteAccount, { ...good, waive: true }, customer.token)).toMatchObject([
      'delete_failed',
      { obstacles: [{ what: 'balance', amount: '100', state: 'blocks' }] },
    ])
    expect(await tested.succeed(getUser, {}, customer.token)).not.toHaveProperty('deleteAt')
    expect(
      await tested.world.db
        .selectFrom('deletions')
        .select('id')
        .where('user_id', '=', customer.userId)
        .execute(),
    ).toEqual([])
  })

  test('while a rest was not given up explicitly', async () => {
    const customer = await readyCustomer(tested, '3')
    expect(await keyOf(deleteAccount, await wish(customer), customer.token)).toMatchObject([
      'delete_failed',
      {
        obstacles: [
          {
            what: 'balance',
            amount: '3',
            state: 'waivable',
            route: '/pages/transferIn/transferIn?coin=USDT',
          },
        ],
      },
    ])
  })

  test('a second time, and says when the first is due', async () => {
    const customer = await newCustomer(tested)
    const { deleteAt } = await asked(customer, { pin: undefined })
    expect(await keyOf(deleteAccount, await wish(customer, { pin: undefined }), customer.token)).toEqual([
      'delete_failed',
      { deleteAt },
    ])
  })

  test('a second time with the code of the first, which was not heard, and says so rather than that the code is wrong', async () => {
    const customer = await newCustomer(tested)
    const input = await wish(customer, { pin: undefined })
    const { deleteAt } = await tested.succeed(deleteAccount, input, customer.token)
    expect(await keyOf(deleteAccount, input, customer.token)).toEqual(['delete_failed', { deleteAt }])
  })
})

describe('while a deletion waits', () => {
  test('money stands still, reading goes on, and the customer can take it back', async () => {
    const customer = await readyCustomer(tested, '60')
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    const close = { id: card.cardId, pin: testPin, requestId: randomUUID() }
    await tested.succeed(closeCard, close, customer.token)
    await workLater(tested)
    // Down to a rest that cannot be withdrawn.
    const { available } = await tested.succeed(masterBudgetBalance, {}, customer.token)
    const walletId = await openAccount(tested.world.db, {
      kind: 'wallet',
      ownerId: customer.userId,
      currency: 'USDT',
    })
    await spend(walletId, BigInt(Math.round(Number(available) * 1_000_000)) - 9_000_000n)

    const { deleteAt } = await asked(customer, { waive: true, reason: 'moving on' })
    expect(await tested.succeed(getUser, {}, customer.token)).toMatchObject({ deleteAt })
    expect(await tested.succeed(deletionCheck, {}, customer.token)).toMatchObject({
      isReady: true,
      deletion: { deleteAt },
    })
    const recharge = {
      cardId: card.cardId,
      amount: '10',
      currency: 'USDT',
      pin: testPin,
      requestId: randomUUID(),
    }
    for (const call of [convertToCardBalance, convertToMasterBalance]) {
      expect(await keyOf(call, recharge, customer.token)).toEqual(['account_closing', { deleteAt }])
    }
    expect(await keyOf(queryTransferIn, { currency: 'USDT', chain: 'ERC20' }, customer.token)).toEqual([
      'account_closing',
      { deleteAt },
    ])
    const page = { pageSize: 100, page: 1 }
    const { list } = await tested.succeed(userBill, page, customer.token)
    expect(list[0]).toMatchObject({
      type: 'fee',
      amount: '-9',
      status: 'pending',
      remark: { fee: 'waivedRest' },
    })
    await tested.work()
    expect(
      tested.letters.filter(({ to, text }) => to === customer.email && text.includes(deleteAt.slice(0, 10))),
    ).toHaveLength(1)

    await tested.succeed(cancelDelete, {}, customer.token)
    expect(await tested.succeed(cancelDelete, {}, customer.token)).toBeNull()
    expect(await tested.succeed(getUser, {}, customer.token)).not.toHaveProperty('deleteAt')
    expect(await tested.succeed(masterBudgetBalance, {}, customer.token)).toMatchObject({
      available: '9',
      frozen: '0',
    })
    const after = await tested.succeed(userBill, page, customer.token)
    expect(after.list[0]).toMatchObject({ type: 'fee', status: 'reversed' })
    // The same decision again is a new one: it was never answered.
    expect(await keyOf(convertToCardBalance, recharge, customer.token)).toEqual(['card_closed', null])
    await daysPass(customer)
    expect((await userOf(customer)).deleted_at).toBeNull()
  })

  test('one that meets money on its day stops, says why, and gives back what was given up', async () => {
    const customer = await readyCustomer(tested, '3')
    await asked(customer, { waive: true })
    await funded(tested, { userId: customer.userId, amountMinor: 30_000_000n })
    await daysPass(customer)
    expect(await userOf(customer)).toMatchObject({ deleted_at: null, email: customer.email })
    expect(await tested.succeed(deletionCheck, {}, customer.token)).toMatchObject({
      deletion: null,
      stopped: { obstacles: [{ what: 'balance', amount: '30' }] },
      obstacles: [{ what: 'balance', amount: '33' }],
    })
    expect(
      tested.letters.filter(({ to, subject }) => to === customer.email && subject.includes('stopped')),
    ).toHaveLength(1)
    const messages = await tested.world.db
      .selectFrom('messages')
      .select('params')
      .where('user_id', '=', customer.userId)
      .where('notice_type', '=', 'security')
      .execute()
    expect(messages.map(({ params }) => params.event)).toContain('deletionStopped')
  })

  test('as many that cannot be carried out as are looked at together keep nobody else waiting', async () => {
    const { db } = tested.world
    await sql`
      create function refuse_broken() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger refuse_broken before update on deletions for each row
        when (old.reason = 'broken') execute function refuse_broken()`.execute(db)
    for (let count = 0; count < 50; count++) {
      const user = await addUser(db, { email: `${randomUUID()}@mail.test`, passwordHash: 'x', lang: 'en' })
      await beginDeletion(db, { userId: user?.id ?? '', reason: 'moving on' })
    }
    await sql`update deletions set reason = 'broken', asked_at = asked_at - interval '99 days',
      due_at = due_at - interval '99 days' where reason = 'moving on' and state = 'waiting'`.execute(db)
    const customer = await newCustomer(tested)
    await asked(customer, { pin: undefined })
    await daysPass(customer)
    await sql`drop function refuse_broken cascade`.execute(db)
    expect((await userOf(customer)).deleted_at).not.toBeNull()
  })

  test('nothing happens before the day', async () => {
    const customer = await newCustomer(tested)
    await asked(customer, { pin: undefined })
    await sql`update deletions set asked_at = asked_at - interval '14 days 23 hours', due_at = due_at - interval '14 days 23 hours'
      where user_id = ${customer.userId}`.execute(tested.world.db)
    await deleteUsers.run(tested.world)
    expect((await userOf(customer)).deleted_at).toBeNull()
  })
})

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
    const { available } = await tested.succeed(masterBudgetBalance, {}, customer.token)
    const walletId = await openAccount(tested.world.db, {
      kind: 'wallet',
      ownerId: customer.userId,
      currency: 'USDT',
    })
    await spend(walletId, BigInt(Math.round(Number(available) * 1_000_000)) - 4_000_000n)
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

async function spend(walletId: string, amountMinor: bigint) {
  const houseId = await houseAccount(tested.world.db, { code: 'chain', currency: 'USDT' })
  await post(tested.world.db, {
    idempotencyKey: `test:${randomUUID()}`,
    reason: 'withdrawal',
    entries: [
      { accountId: walletId, amountMinor: -amountMinor },
      { accountId: houseId, amountMinor },
    ],
  })
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
