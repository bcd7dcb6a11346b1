import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '../../../src/contract/account.ts'
import { userBill } from '../../../src/contract/bill.ts'
import { closeCard } from '../../../src/contract/card-control.ts'
import { cancelDelete, deleteAccount, deletionCheck } from '../../../src/contract/deletion.ts'
import {
  convertToCardBalance,
  convertToMasterBalance,
  masterBudgetBalance,
  queryTransferIn,
} from '../../../src/contract/wallet.ts'
import { beginDeletion } from '../../../src/server/account/deletions.ts'
import { addUser } from '../../../src/server/account/users.ts'
import { deleteUsers } from '../../../src/server/jobs/delete-users.ts'
import { funded, newCustomer, testPin } from '../../fixtures/account/customer.ts'
import { asked, begin, daysPass, spendAllBut, tested, userOf, wish } from '../../fixtures/account/leaver.ts'
import { type CardWorld, openedCard, readyCustomer, workLater } from '../../fixtures/cards/cardholder.ts'

beforeAll(begin)
afterAll(() => tested.close())

async function keyOf(call: Parameters<CardWorld['send']>[0], input: object, token: string) {
  const envelope = await tested.send(call, { ...input }, token)
  return 'key' in envelope ? [envelope.key, envelope.data] : envelope
}

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
  test.each(['Etc/GMT+12', 'Pacific/Kiritimati'])('tells the day of who is in %s', async timezone => {
    const customer = await newCustomer(tested)
    const { db } = tested.world
    await db.updateTable('users').set({ timezone }).where('id', '=', customer.userId).execute()
    const { deleteAt } = await asked(customer, { pin: undefined })
    const told = db.selectFrom('messages').select('params').where('user_id', '=', customer.userId)
    const rows = await told.where('notice_type', '=', 'security').orderBy('id', 'desc').execute()
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(new Date(deleteAt))
    expect(rows[0]?.params).toMatchObject({ event: 'deletionAsked', date })
  })

  test('money stands still, reading goes on, and the customer can take it back', async () => {
    const customer = await readyCustomer(tested, '60')
    const card = await openedCard(tested, customer, { rechargeAmount: '20' })
    const close = { id: card.cardId, pin: testPin, requestId: randomUUID() }
    await tested.succeed(closeCard, close, customer.token)
    await workLater(tested)
    // Down to a rest that cannot be withdrawn.
    await spendAllBut(customer, 9_000_000n)

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
    // The round fails, so that a person hears of it when that goes on.
    await expect(daysPass(customer)).rejects.toThrow('broken')
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
