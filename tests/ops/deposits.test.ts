import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { frozenBy } from '../../src/server/account/freezes.ts'
import { agedAudits, auditsOf, desk, environment } from '../fixtures/ops/desk.ts'
import { throughout } from '../fixtures/throughout.ts'
import { newUser, startDepositWorld } from '../fixtures/wallet/deposit-world.ts'

const world = throughout(startDepositWorld)
let at: ReturnType<typeof desk>
beforeAll(async () => {
  at = desk(world.url, environment(world.settings))
})
afterEach(async () => {
  await world.db
    .updateTable('alarms')
    .set({ settled_at: new Date() })
    .where('settled_at', 'is', null)
    .execute()
})

const usdt = (address: string, amount: string) => world.pay({ address, currency: 'USDT', amount })

async function paid(amount: string, blocks: number) {
  const { userId, address } = await world.customer()
  await usdt(address, amount)
  await world.pass(blocks)
  const [deposit] = await world.db.selectFrom('deposits').selectAll().where('user_id', '=', userId).execute()
  return { userId, address, id: deposit?.id as string }
}

describe('ops deposits', () => {
  test('release takes two different people, of whom one twice is one', async () => {
    const { userId, id } = await paid('2000000000', 4)
    const listed = await at('ann')('deposits', 'list', '--held')
    expect(listed.rows).toMatchObject([{ id, user_id: userId, status: 'held', amount: '2000000000' }])
    expect(listed.said).not.toContain(`${userId}@`)
    expect((await at('ann')('deposits', 'retry', id)).said).toContain('another reason: deposit_absurd')
    expect((await at('ann')('deposits', 'release', id)).rows).toEqual([
      { id, status: 'held', approvalsMissing: 1 },
    ])
    expect((await at('ann')('deposits', 'release', id)).said).toContain('takes another operator')
    await world.pass(2)
    expect(await world.holds(userId)).toEqual({})
    expect(await auditsOf(world.db, id)).toEqual(['ann deposit.release.asked'])
    expect((await at('bob')('deposits', 'show', id)).rows).toMatchObject([
      { status: 'held', alarms: [{ kind: 'deposit_absurd', settled_at: null }] },
    ])

    expect((await at('bob')('deposits', 'release', id)).rows).toEqual([
      { id, status: 'seen', approvalsMissing: 0 },
    ])
    expect(await auditsOf(world.db, id)).toEqual(['ann deposit.release.asked', 'bob deposit.release'])
    await world.pass()
    expect(await world.holds(userId)).toEqual({ USDT: '2000000000' })
    expect((await at('cat')('deposits', 'release', id)).said).toContain('not held')
    expect(await auditsOf(world.db, id)).toHaveLength(2)
    await world.check()
  })

  test('a wish of yesterday does not count', async () => {
    const { id } = await paid('2000000000', 4)
    await at('ann')('deposits', 'release', id)
    await agedAudits(world.db, id)
    expect((await at('bob')('deposits', 'release', id)).rows).toMatchObject([{ approvalsMissing: 1 }])
  })

  test('retry has one credited that the books had refused', async () => {
    const { userId, address } = await world.customer()
    await usdt(address, '5')
    await world.pass(2)
    const bills = await world.db.deleteFrom('bills').where('user_id', '=', userId).returningAll().execute()
    await world.pass()
    const [held] = (await at('ann')('deposits', 'list', '--held')).rows.filter(
      ({ user_id }) => user_id === userId,
    )
    const id = held?.id as string
    for (const { steps, remark, words: _words, marks: _marks, ...rest } of bills) {
      const row = { ...rest, steps: JSON.stringify(steps), remark: JSON.stringify(remark) }
      await world.db.insertInto('bills').values(row).execute()
    }
    expect(await at('ann')('deposits', 'retry', id)).toMatchObject({ isFailed: false })
    await world.pass()
    expect(await world.holds(userId)).toEqual({ USDT: '5' })
    expect(await auditsOf(world.db, id)).toEqual(['ann deposit.retry'])
    expect((await at('ann')('deposits', 'retry', id)).isFailed).toBe(true)
  })

  test('write-off books a loss that two people saw, and the customer keeps what was credited', async () => {
    const { userId, id } = await paid('6', 4)
    expect((await at('ann')('deposits', 'write-off', id)).said).toContain('not lost')
    expect(await auditsOf(world.db, id)).toEqual([])
    await world.reorg(5, 'drop')
    expect(await world.read()).toBe('stopped')
    await world.resume()
    await world.pass(6)
    expect((await at('ann')('deposits', 'list', '--lost')).rows).toMatchObject([{ id, status: 'credited' }])
    const check = await at('ann')('chain', 'check')
    expect(check).toMatchObject({
      isFailed: true,
      rows: [{ agrees: false, disagreement: { rule: expect.stringMatching('booked as a loss'), id } }],
    })
    expect((await at('ann')('users', 'show', `${userId}@mail.example`)).rows).toMatchObject([
      { frozenBy: 'operator' },
    ])
    await at('ann')('deposits', 'write-off', id)
    expect(await frozenBy(world.db, userId)).toBe('operator')
    expect((await at('bob')('deposits', 'write-off', id)).rows).toMatchObject([
      { isWrittenOff: true, transferId: expect.any(String) },
    ])
    expect(await world.holds(userId)).toEqual({ USDT: '6' })
    expect(await frozenBy(world.db, userId)).toBeNull()
    expect(await world.openAlarms()).toEqual([])
    await world.check()
  })

  test('strays lists what came and is nobody’s deposit', async () => {
    const { userId, address } = await world.customer()
    await world.pay({ address, currency: 'USDT', amount: '5', kind: 'wrong-token' })
    await world.pass()
    const listed = await at('ann')('deposits', 'strays')
    expect(listed.rows).toMatchObject([
      { user_id: userId, address, token: world.contracts.FAKE, amount_raw: '5000000' },
    ])
    expect(listed.said).not.toContain(`${userId}@`)
  })
})

describe('ops alarms', () => {
  test('lists what is open and closes it once, with a note', async () => {
    await paid('2000000000', 2)
    const [alarm] = (await at('ann')('alarms', 'list')).rows
    expect(alarm).toMatchObject({ kind: 'deposit_absurd', settled_at: null })
    const id = alarm?.id as string
    expect((await at('ann')('alarms', 'close', id)).isFailed).toBe(true)
    expect(await world.openAlarms()).toHaveLength(1)
    expect(await at('ann')('alarms', 'close', id, '--note', 'seen')).toMatchObject({ isFailed: false })
    expect(await auditsOf(world.db, id)).toEqual(['ann alarm.close'])
    expect((await at('bob')('alarms', 'close', id, '--note', 'seen')).isFailed).toBe(true)
    expect((await at('ann')('alarms', 'list')).rows).toEqual([])
    expect((await at('ann')('alarms', 'list', '--all')).rows).toContainEqual(expect.objectContaining({ id }))
  })
})

describe('ops chain', () => {
  test('status tells how far the reader is; resume has a stopped one look again', async () => {
    await world.pass(2)
    const head = `${await world.chain.head()}`
    expect((await at('ann')('chain', 'status')).rows).toMatchObject([
      { network: 'ERC20', head, read: head, behind: '0', stopped: null },
    ])
    expect((await at('ann')('chain', 'resume')).said).toContain('has not stopped')
    await world.db.updateTable('chain_cursors').set({ stopped: 'reorganisation_too_deep' }).execute()
    expect(await world.read()).toBe('stopped')
    expect((await at('ann')('chain', 'status')).rows).toMatchObject([{ stopped: 'reorganisation_too_deep' }])
    expect((await at('ann')('chain', 'resume')).isFailed).toBe(false)
    expect(await world.read()).toBe('idle')
    expect(await auditsOf(world.db, 'ERC20')).toEqual(['ann chain.resume'])
  })

  test('resume after the loss of credited deposits takes two people', async () => {
    const { userId } = await paid('6', 4)
    await world.reorg(5, 'return')
    expect(await world.read()).toBe('stopped')
    expect((await at('ann')('chain', 'resume')).rows).toMatchObject([
      { stopped: 'credited_lost', approvalsMissing: 1 },
    ])
    expect((await at('ann')('chain', 'resume')).said).toContain('takes another operator')
    await world.mine(3)
    expect(await world.read()).toBe('stopped')
    expect((await at('bob')('chain', 'resume')).rows).toMatchObject([{ stopped: null, approvalsMissing: 0 }])
    expect(await world.read()).toBe('idle')
    expect(await frozenBy(world.db, userId)).toBeNull()
    expect(await world.openAlarms()).toEqual([])
  })

  test('resume --from goes back behind what was rewritten, with two people, and credits nothing twice', async () => {
    const { userId, address } = await world.customer()
    await world.pass(2)
    const from = `${await world.chain.head()}`
    await usdt(address, '2')
    await world.pass(5)
    const early = await world.chain.head()
    await world.db.deleteFrom('chain_blocks').where('height', '>', 0n).where('height', '<', early).execute()
    await world.reorg(6, 'return')
    await world.mine(4)
    expect(await world.read()).toBe('stopped')
    expect((await at('ann')('chain', 'resume')).isFailed).toBe(false)
    expect(await world.read()).toBe('stopped')

    expect((await at('ann')('chain', 'resume', '--from', '99999')).said).toContain('no such block')
    expect((await at('ann')('chain', 'resume', '--from', from)).rows).toMatchObject([{ isResumed: false }])
    expect(await world.read()).toBe('stopped')
    expect((await at('bob')('chain', 'resume', '--from', from)).rows).toMatchObject([{ isResumed: true }])
    expect(await world.openAlarms()).toContain('deposit_lost')
    expect(await world.read()).toBe('idle')
    await world.pass(3)
    expect(await world.holds(userId)).toEqual({ USDT: '2' })
    expect(await world.messages(userId)).toHaveLength(1)
    expect(await world.openAlarms()).toEqual([])
    expect((await at('ann')('chain', 'check')).rows).toMatchObject([{ agrees: true }])
    await world.check()
  })
})

describe('ops jobs', () => {
  test('retry has a job that was given up run again; its payload is shown to nobody', async () => {
    const id = '0198c0de-0000-7000-8000-000000000001'
    const letter = { to: 'a@mail.test', subject: 'Code', text: '123456', html: '123456' }
    await world.db
      .insertInto('jobs')
      .values({
        id,
        kind: 'send-letter',
        key: null,
        payload: JSON.stringify(letter),
        run_at: new Date(),
        attempts: 20,
        last_error: 'Error: refused',
        is_dead: true,
      })
      .execute()
    const { rows, said } = await at('ann')('jobs', 'list', '--dead')
    expect(rows).toMatchObject([{ id, kind: 'send-letter', attempts: 20, is_dead: true }])
    expect(said).not.toContain('123456')
    expect((await at('ann')('jobs', 'retry', '0198c0de-0000-7000-8000-000000000002')).isFailed).toBe(true)
    expect((await at('ann')('jobs', 'retry', id)).isFailed).toBe(false)
    expect((await at('ann')('jobs', 'list', '--dead')).rows).toEqual([])
    expect(await world.db.selectFrom('jobs').select('attempts').where('id', '=', id).execute()).toEqual([
      { attempts: 0 },
    ])
    expect(await auditsOf(world.db, id)).toEqual(['ann job.retry'])
  })
})

describe('ops users', () => {
  test('lift-hold takes two people and a hold, and leaves other customers alone', async () => {
    const [userId, other] = [await newUser(world.db), await newUser(world.db)]
    const email = `${userId}@mail.example`
    const why = ['--reason', 'called back']
    expect((await at('ann')('users', 'lift-hold', 'nobody@mail.example', ...why)).isFailed).toBe(true)
    expect((await at('ann')('users', 'lift-hold', email, ...why)).said).toContain('not held')
    const until = new Date(Date.now() + 3_600_000)
    await world.db
      .updateTable('users')
      .set({ hold_until: until })
      .where('id', 'in', [userId, other])
      .execute()
    expect((await at('ann')('users', 'lift-hold', email)).isFailed).toBe(true)
    expect((await at('ann')('users', 'lift-hold', email, ...why)).rows).toMatchObject([{ isLifted: false }])
    const holds = async () =>
      await world.db
        .selectFrom('users')
        .select('hold_until')
        .where('id', 'in', [userId, other])
        .orderBy('id')
        .execute()
    expect(await holds()).toEqual([{ hold_until: until }, { hold_until: until }])
    expect((await at('bob')('users', 'lift-hold', email, ...why)).rows).toMatchObject([{ isLifted: true }])
    expect(await holds()).toEqual([{ hold_until: null }, { hold_until: until }])
    expect(await auditsOf(world.db, userId)).toEqual([
      'ann user.lift-hold.reason',
      'ann user.lift-hold.asked',
      'bob user.lift-hold.reason',
      'bob user.lift-hold',
    ])
    const told = await world.db
      .selectFrom('messages')
      .select(['user_id', 'params'])
      .where('user_id', 'in', [userId, other])
      .execute()
    expect(told).toMatchObject([{ user_id: userId, params: { event: 'holdLifted' } }])
  })
})
