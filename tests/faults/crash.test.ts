import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userBill } from '../../src/contract/bill.ts'
import { cards, getCreateCardSuccess, openCard, types } from '../../src/contract/card.ts'
import { convertToCardBalance, queryTransferIn, queryWallet } from '../../src/contract/wallet.ts'
import { type Phone, phonePin, readyPhone, until } from '../journeys/phone.ts'
import { openTown, type Town } from '../journeys/town.ts'

// Everything is killed in the middle of a step and started again: nothing is lost, nothing is done twice.

let town: Town
let phone: Phone

beforeAll(async () => {
  town = await openTown()
  phone = await readyPhone(town)
})
afterAll(async () => {
  const { code, output } = await town.ops('ledger', 'check')
  await town.stop()
  expect(output).toContain('agrees')
  expect(code).toBe(0)
})

const usdt = async () => (await phone.succeed(queryWallet, {})).find(({ currency }) => currency === 'USDT')
const myCards = async () => (await phone.succeed(cards, { pageSize: 100, page: 1 })).list
const bills = async (type: string) => (await phone.succeed(userBill, { pageSize: 100, page: 1, type })).list

async function deposit(amount: string) {
  const { address } = await phone.succeed(queryTransferIn, { currency: 'USDT', chain: 'ERC20' })
  await town.console('/chain/deposit', { address, currency: 'USDT', amount })
}

async function settledOrder(orderId: string) {
  return await until(async () => {
    const order = await phone.succeed(getCreateCardSuccess, { orderId })
    return order.status === 'opening' ? null : order
  }, 90_000)
}

async function order(fault?: string) {
  if (fault) await town.console('/faults', { part: 'issuer', kind: fault, count: 1, path: '/v1/cards' })
  const type = (await phone.succeed(types, { pageSize: 1000, page: 1, status: 'enable' })).list[0]
  const requestId = randomUUID()
  const input = { cardTypeId: type?.id, rechargeAmount: '20', pin: phonePin, requestId }
  const { orderId } = await phone.succeed(openCard, input)
  return { orderId, input }
}

describe('kill -9 and start again', () => {
  test('a deposit that is confirming is credited once', async () => {
    await deposit('1000')
    await until(async () => (Number((await usdt())?.incoming) > 0 ? true : null))
    await town.crash()
    await until(async () => ((await usdt())?.available === '1000' ? true : null), 60_000)
    await town.crash()
    expect(await bills('deposit')).toHaveLength(1)
    expect((await usdt())?.balance).toBe('1000')
  })

  test('a card whose issuer never answered is opened once and charged once', async () => {
    const before = await usdt()
    const { orderId, input } = await order('timeout_after_success')
    await town.crash()
    const settled = await settledOrder(orderId)
    expect(settled.status).toBe('success')
    expect(await myCards()).toHaveLength(1)
    expect((await usdt())?.frozen).toBe('0')
    expect(Number(before?.available) - Number((await usdt())?.available)).toBeCloseTo(Number(settled.total))
    expect(await phone.succeed(openCard, input)).toEqual({ orderId })
    expect(await myCards()).toHaveLength(1)
  })

  test('a card that the issuer declines gives its hold back in full', async () => {
    const before = await usdt()
    const { orderId } = await order('decline')
    await town.crash()
    const settled = await settledOrder(orderId)
    expect(settled).toMatchObject({ status: 'fail', reason: 'card_open_failed' })
    expect(await usdt()).toEqual(before)
    expect(await myCards()).toHaveLength(1)
    expect((await usdt())?.frozen).toBe('0')
  })

  test('a recharge asked for twice over a crash is done once', async () => {
    const card = (await myCards())[0]
    const input = { cardId: card?.id, amount: '50', currency: 'USDT', pin: phonePin, requestId: randomUUID() }
    const first = await phone.succeed(convertToCardBalance, input)
    await town.crash()
    expect(await phone.succeed(convertToCardBalance, input)).toEqual(first)
    const other = await phone.send(convertToCardBalance, { ...input, amount: '51' })
    expect(other).toMatchObject({ code: 1413, key: 'request_changed' })
    expect((await myCards())[0]?.available).toBe(first.cardAvailable)
  })

  test('a purchase is cleared once although its clearing met a dead server', async () => {
    const card = (await myCards())[0]
    const bought = await town.console<{ decision: string }>('/issuer/purchase', {
      last4: card?.last4,
      amount: '7.50',
      merchant: 'Blue Kiln Coffee',
      mcc: '5814',
      country: 'US',
    })
    expect(bought.decision).toBe('approved')
    await town.crash()
    await until(async () => ((await bills('consume')).length > 0 ? true : null), 60_000)
    await town.crash()
    expect((await bills('consume')).map(({ amount }) => amount)).toEqual(['-7.5'])
    expect((await myCards())[0]?.frozenAmount).toBe('0')
  })
})
