import { randomUUID } from 'node:crypto'
import { verify } from '@node-rs/argon2'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkPin, getUser, login, updateEmail, updatePinCode } from '../../../src/contract/account.ts'
import { openCard } from '../../../src/contract/card.ts'
import { convertToCardBalance, convertToMasterBalance } from '../../../src/contract/wallet.ts'
import { transferOut } from '../../../src/contract/withdrawal.ts'
import { certified, codeFor, testPin } from '../../fixtures/account/customer.ts'
import { secondNode } from '../../fixtures/two-nodes.ts'
import {
  startWithdrawalWorld,
  type WithdrawalWorld,
  type Withdrawer,
  withdrawer,
} from '../../fixtures/wallet/withdrawer.ts'

// The fund PIN has one counter, wherever it is asked and on whichever node.

let tested: WithdrawalWorld
let nodes: FastifyInstance[]
let second: Awaited<ReturnType<typeof secondNode>>
beforeAll(async () => {
  tested = await startWithdrawalWorld()
  second = await secondNode(tested.world)
  nodes = [tested.http, second.http]
})
afterAll(async () => {
  await second.close()
  await tested.close()
})

/** A customer who may use every one of the calls below. */
async function ownerOfAll(): Promise<Withdrawer> {
  const owner = await withdrawer(tested)
  await certified(tested, owner)
  return owner
}

/** Every call that compares the PIN, as this customer would send it. */
function asks({ address }: Withdrawer, pin: string): [path: string, payload: object][] {
  const requestId = randomUUID()
  const cardId = randomUUID()
  return [
    [checkPin.path, { pin }],
    [openCard.path, { cardTypeId: 'celadon', pin, requestId }],
    [convertToCardBalance.path, { cardId, amount: '10', currency: 'USDT', pin, requestId }],
    [convertToMasterBalance.path, { cardId, amount: '10', currency: 'USD', pin, requestId }],
    [
      transferOut.path,
      { currency: 'USDT', chain: 'ERC20', address, amount: '20', receive: '19', pin, requestId },
    ],
    [updateEmail.path, { email: `${cardId}@mail.test`, code: '000000', newCode: '000000', pin }],
  ]
}

async function sendTo(node: FastifyInstance, token: string, [path, payload]: [string, object]) {
  const headers = { 'x-access-token': token }
  const response = await node.inject({ method: 'POST', url: path, payload, headers })
  return response.json() as { key?: string; data?: Record<string, unknown> }
}

const nodeAt = (index: number) => nodes[index % 2] as FastifyInstance

describe('the counter of wrong PINs', () => {
  test('is one for every call that asks for it, on two nodes; the sixth is not compared though it is right', async () => {
    const owner = await ownerOfAll()
    const left = []
    for (const [index, ask] of asks(owner, '000000').slice(0, 5).entries()) {
      const { key, data } = await sendTo(nodeAt(index), owner.token, ask)
      expect(key, ask[0]).toBe('pin_incorrect')
      left.push(data?.triesLeft)
    }
    expect(left).toEqual([4, 3, 2, 1, 0])
    for (const [index, ask] of asks(owner, testPin).entries()) {
      expect((await sendTo(nodeAt(index), owner.token, ask)).key, ask[0]).toBe('pin_locked')
    }
    // Reading and signing in go on.
    await tested.succeed(getUser, {}, owner.token)
    await tested.succeed(login, { email: owner.email, password: owner.password })
  })

  test('lets five of 200 guesses at once through, over all calls and both nodes', async () => {
    const owner = await ownerOfAll()
    const guesses = Array.from({ length: 200 }, (_, index) => {
      const all = asks(owner, String(index).padStart(6, '0'))
      return sendTo(nodeAt(index), owner.token, all[(index >> 1) % all.length] as [string, object])
    })
    const keys = (await Promise.all(guesses)).map(({ key }) => key)
    expect(keys.filter(key => key === 'pin_incorrect')).toHaveLength(5)
    expect(keys.filter(key => key === 'pin_locked')).toHaveLength(195)
    const { rows } = await sql`select count from attempts where subject = ${`pin:${owner.userId}`}`.execute(
      tested.world.db,
    )
    expect(rows).toEqual([{ count: 5 }])
  })

  test('200 checkPin at once on two nodes are five comparisons', async () => {
    const owner = await withdrawer(tested)
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        sendTo(nodeAt(index), owner.token, [checkPin.path, { pin: '000000' }]),
      ),
    )
    expect(answers.filter(({ key }) => key === 'pin_incorrect')).toHaveLength(5)
    expect(answers.filter(({ key }) => key === 'pin_locked')).toHaveLength(195)
  })

  test('begins anew after a right one, whichever call it came with', async () => {
    const owner = await withdrawer(tested)
    const [check, , recharge] = asks(owner, '000000')
    for (let tries = 0; tries < 4; tries++)
      await sendTo(nodeAt(tries), owner.token, check as [string, object])
    // Right, though the card is nobody's.
    await sendTo(nodeAt(1), owner.token, asks(owner, testPin)[2] as [string, object])
    const { key, data } = await sendTo(nodeAt(0), owner.token, recharge as [string, object])
    expect([key, data?.triesLeft]).toEqual(['pin_incorrect', 4])
  })
})

describe('a PIN reset by e-mail', () => {
  test('opens the lock and pauses withdrawals, and nothing but withdrawals', async () => {
    const owner = await withdrawer(tested)
    for (let tries = 0; tries < 6; tries++) {
      await sendTo(nodeAt(tries), owner.token, [checkPin.path, { pin: '000000' }])
    }
    const code = await codeFor(tested, { email: owner.email, type: 'updatePinCode' })
    await tested.succeed(updatePinCode, { pin: '135791', code }, owner.token)
    const [, , , , withdraw] = asks(owner, '135791')
    const [, , recharge] = asks(owner, '135791')
    expect(await sendTo(nodeAt(1), owner.token, withdraw as [string, object])).toMatchObject({
      key: 'withdrawals_on_hold',
    })
    // The card is nobody's, and that is all that is wrong with it.
    expect(await sendTo(nodeAt(1), owner.token, recharge as [string, object])).toMatchObject({ status: 403 })
  })

  test('with a stolen token alone is none: neither a new PIN nor the old one does without the code', async () => {
    const owner = await withdrawer(tested)
    for (const oldPin of [undefined, testPin]) {
      const change = { pin: '135791', code: '000000', ...(oldPin && { oldPin }) }
      expect(await tested.send(updatePinCode, change, owner.token)).toMatchObject({ key: 'code_incorrect' })
    }
    expect(await tested.succeed(checkPin, { pin: testPin }, owner.token)).toBe(true)
  })
})

test('what is stored of a PIN says nothing without the key, and one thing with it', async () => {
  const { userId } = await withdrawer(tested)
  const { pin_hash: stored } = await tested.world.db
    .selectFrom('users')
    .select('pin_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { digest } = tested.world.secrets
  expect(await verify(stored as string, testPin)).toBe(false)
  expect(await verify(stored as string, `${userId}:${testPin}`)).toBe(false)
  expect(await verify(stored as string, digest('pin', `${randomUUID()}:${testPin}`))).toBe(false)
  expect(await verify(stored as string, digest('pin', `${userId}:${testPin}`))).toBe(true)
})
