import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { updateWithdrawalDelay } from '../../../src/contract/safety.ts'
import {
  transferOut,
  transferOutCancel,
  transferOutDetail,
  transferOutQuote,
} from '../../../src/contract/withdrawal.ts'
import { approve } from '../../../src/server/jobs/review-withdrawal.ts'
import { testPin } from '../../fixtures/account/customer.ts'
import { choose, passDelay } from '../../fixtures/account/delayed.ts'
import { freezeBy, startFreezeWorld, unfreeze } from '../../fixtures/account/frozen.ts'
import { workLater } from '../../fixtures/cards/cardholder.ts'
import { openAlarms } from '../../fixtures/ops/open-alarms.ts'
import { throughout } from '../../fixtures/throughout.ts'
import {
  ask,
  asked,
  messagesOf,
  moneyIn,
  pass,
  savedBy,
  statusOf,
  type Withdrawer,
  withdrawer,
} from '../../fixtures/wallet/withdrawer.ts'

const tested = throughout(startFreezeWorld)

const detailOf = (id: string, { token }: Withdrawer) => tested.succeed(transferOutDetail, { id }, token)
const paidTo = ({ address }: Withdrawer) => tested.node.payments().filter(({ to }) => to === address).length

/** A customer whose withdrawals wait, and what one of them is told on asking. */
async function delayed(hours: 1 | 24 | 72, changed: Record<string, unknown> = {}) {
  const customer = await withdrawer(tested, { amountMinor: 10_000_000_000n })
  await choose(tested, customer, hours)
  const told = await ask(tested, customer, changed)
  return { customer, id: told.id, told }
}

/** Time passes for all that waits in the queue, and for the waits of addresses and secrets. */
async function hoursPass(hours: number) {
  const time = `${hours} hours`
  await sql`update withdrawals set send_at = send_at - ${time}::interval
    where status in ('queued', 'review', 'held')`.execute(tested.world.db)
  await pass(tested, time)
}

async function payAll() {
  await tested.pay()
  tested.node.mine(3)
  await tested.pay()
}

describe('a withdrawal of a customer who has it wait', () => {
  test.each([1, 24, 72] as const)('is not paid before %i hours have passed, and then is', async hours => {
    const { customer, id, told } = await delayed(hours)
    expect(told).toMatchObject({ status: 'queued', delayHours: hours, isCancellable: true })
    expect(Math.abs((told.leftSeconds ?? 0) - hours * 3600)).toBeLessThan(600)
    await hoursPass(hours - 0.5)
    await payAll()
    expect(await detailOf(id, customer)).toMatchObject({ status: 'queued', txId: null })
    expect(paidTo(customer)).toBe(0)
    await hoursPass(0.6)
    await payAll()
    expect(paidTo(customer)).toBe(1)
    expect(await statusOf(tested, id, customer.token)).not.toBe('queued')
  })

  test('holds up nobody else, and is told with its wait by message and mail', async () => {
    const { customer, id } = await delayed(72)
    const other = await withdrawer(tested)
    const { id: otherId, ...told } = await ask(tested, other)
    expect(told).not.toHaveProperty('delayHours')
    await hoursPass(1)
    await payAll()
    expect(paidTo(other)).toBe(1)
    expect(await statusOf(tested, id, customer.token)).toBe('queued')
    expect(await messagesOf(tested, customer)).toMatchObject([{ state: 'requested', hours: '72' }])
    await tested.work()
    const letters = tested.letters.filter(
      ({ to, text }) => to === customer.email && text.includes('72 hours'),
    )
    expect(letters).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('it is sent after 72 hours') }),
    )
  })

  test('can be taken back the whole time, and not once it is signed', async () => {
    const { customer, id } = await delayed(24)
    await hoursPass(23)
    await tested.pay()
    expect(await tested.succeed(transferOutCancel, { id }, customer.token)).toMatchObject({
      status: 'cancelled',
    })
    expect(await moneyIn(tested, customer)).toEqual({ balance: 10_000_000_000n, held: 0n })
    const { customer: late, id: lateId } = await delayed(24)
    await hoursPass(25)
    await tested.pay()
    expect(await tested.send(transferOutCancel, { id: lateId }, late.token)).toMatchObject({ code: 1503 })
  })

  test('keeps its wait, whatever is chosen or in force later', async () => {
    const { customer, id } = await delayed(24)
    const wait = async (of: string) => (await detailOf(of, customer)).delayHours
    await choose(tested, customer, 72)
    await choose(tested, customer, 0)
    // Shortened, but not in force: the next one waits as long as before.
    const { id: second } = await ask(tested, customer)
    await passDelay(tested, customer, '73 hours')
    const { id: third } = await ask(tested, customer)
    expect([await wait(id), await wait(second), await wait(third)]).toEqual([24, 72, undefined])
    await hoursPass(1)
    await payAll()
    const states = await Promise.all([id, second, third].map(of => statusOf(tested, of, customer.token)))
    expect(states.map(state => state === 'queued')).toEqual([true, true, false])
    const change = sql`update withdrawals set delay_hours = 0 where id = ${second}`
    await expect(change.execute(tested.world.db)).rejects.toThrow()
  })

  test('is quoted with the wait, and without once there is none', async () => {
    const { customer } = await delayed(24)
    const quote = () => tested.succeed(transferOutQuote, { currency: 'USDT', chain: 'ERC20' }, customer.token)
    expect(await quote()).toMatchObject({ delayHours: 24, wait: null })
    expect((await quote()).expectedSeconds).toBeGreaterThanOrEqual(24 * 3600)
    await choose(tested, customer, 0)
    expect(await quote()).toMatchObject({ delayHours: 24 })
    await passDelay(tested, customer, '25 hours')
    expect(await quote()).not.toHaveProperty('delayHours')
    expect((await quote()).expectedSeconds).toBeLessThan(600)
  })
})

describe('the other waits stay what they are', () => {
  test('a new address is refused for its day, and waits as chosen after it', async () => {
    const customer = await withdrawer(tested)
    await choose(tested, customer, 1)
    const address = await savedBy(tested, customer)
    const fresh = { ...customer, address }
    expect(await tested.send(transferOut, asked(fresh), customer.token)).toMatchObject({
      key: 'withdrawals_on_hold',
      data: { why: 'new_address' },
    })
    await hoursPass(25)
    const { id } = await ask(tested, fresh)
    await payAll()
    expect(await detailOf(id, customer)).toMatchObject({ status: 'queued', delayHours: 1 })
  })

  test('a change of security that lasts longer holds it at its time, and one that is over does not', async () => {
    const { customer, id } = await delayed(1)
    const pause = sql`update users set hold_until = now() + interval '24 hours' where id = ${customer.userId}`
    await pause.execute(tested.world.db)
    expect(await tested.send(transferOut, asked(customer), customer.token)).toMatchObject({
      key: 'withdrawals_on_hold',
      data: { why: 'security' },
    })
    await hoursPass(2)
    await payAll()
    expect(await detailOf(id, customer)).toMatchObject({ status: 'held', reason: 'security' })
    const { customer: patient, id: later } = await delayed(72)
    await sql`update users set hold_until = now() + interval '24 hours' where id = ${patient.userId}`.execute(
      tested.world.db,
    )
    await hoursPass(25)
    await payAll()
    expect(await statusOf(tested, later, patient.token)).toBe('queued')
    await hoursPass(48)
    await payAll()
    expect(paidTo(patient)).toBe(1)
  })

  test('what two operators look at first is not sent before its time for that', async () => {
    const { customer, id, told } = await delayed(24, { amount: '5000' })
    expect(told).toMatchObject({ status: 'review', delayHours: 24 })
    const { db } = tested.world
    for (const operator of ['ann', 'ben']) await approve(db, { withdrawalId: id, operator, stage: 'review' })
    await hoursPass(23)
    await payAll()
    expect(await statusOf(tested, id, customer.token)).toBe('queued')
    await hoursPass(2)
    await payAll()
    expect(paidTo(customer)).toBe(1)
  })
})

describe('a freeze while it waits', () => {
  test('holds it at once, and it is not paid at its time though the freeze is long over', async () => {
    const { customer, id } = await delayed(72)
    await freezeBy(tested, customer)
    await tested.work()
    expect(await detailOf(id, customer)).toMatchObject({
      status: 'held',
      reason: 'frozen',
      isCancellable: true,
    })
    expect((await messagesOf(tested, customer)).at(-1)).toMatchObject({ state: 'frozen' })
    expect(await openAlarms(tested)).toContain('withdrawal_held')
    await unfreeze(tested, customer)
    await hoursPass(80)
    await payAll()
    expect(await statusOf(tested, id, customer.token)).toBe('held')
    expect(paidTo(customer)).toBe(0)
    for (const operator of ['ann', 'ben'])
      await approve(tested.world.db, { withdrawalId: id, operator, stage: 'held' })
    await payAll()
    expect(paidTo(customer)).toBe(1)
  })

  test('that nobody heard of before it was lifted stops it at its time', async () => {
    const { customer, id } = await delayed(72)
    await freezeBy(tested, customer)
    await sql`delete from jobs where kind = 'hold-withdrawals'`.execute(tested.world.db)
    await unfreeze(tested, customer)
    await hoursPass(80)
    await payAll()
    expect(await detailOf(id, customer)).toMatchObject({ status: 'held', reason: 'frozen' })
    expect(paidTo(customer)).toBe(0)
    await workLater(tested)
    await payAll()
    expect(paidTo(customer)).toBe(1)
  })

  test('leaves those of others, and what is asked for after it', async () => {
    const [{ customer, id }, other] = [await delayed(1), await delayed(1)]
    await freezeBy(tested, customer)
    await tested.work()
    await unfreeze(tested, customer)
    await hoursPass(25)
    await payAll()
    expect(paidTo(other.customer)).toBe(1)
    expect(await statusOf(tested, id, customer.token)).toBe('held')
    const { id: fresh } = await ask(tested, customer)
    await hoursPass(2)
    await payAll()
    expect(paidTo(customer)).toBe(1)
    expect(await statusOf(tested, fresh, customer.token)).not.toBe('held')
  })
})

test('a longer wait and withdrawals at once: what is asked for after it waits', async () => {
  for (let round = 0; round < 6; round++) {
    const customer = await withdrawer(tested)
    const input = { hours: 72, pin: testPin }
    const [envelope, told] = await Promise.all([
      tested.send(updateWithdrawalDelay, input, customer.token),
      ask(tested, customer, { amount: '20' }),
    ])
    expect(envelope).toMatchObject({ code: 1 })
    expect([undefined, 72]).toContain(told.delayHours)
    expect(await ask(tested, customer, { amount: '20' })).toMatchObject({ delayHours: 72 })
  }
})
