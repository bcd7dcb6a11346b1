import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as account from '../../src/contract/account.ts'
import { userBill } from '../../src/contract/bill.ts'
import type { Call, Envelope } from '../../src/contract/call.ts'
import { cards, getCreateCardSuccess, openCard, types } from '../../src/contract/card.ts'
import { getKyc, submitImg } from '../../src/contract/identity.ts'
import { messages } from '../../src/contract/message.ts'
import { convertToCardBalance, queryTransferIn, queryWallet } from '../../src/contract/wallet.ts'
import { until } from '../fixtures/until.ts'
import {
  type Phone,
  phonePin,
  pinCode,
  readyPhone,
  registeredPhone,
  registration,
  strangersPhone,
  uploadPictures,
  verified,
} from '../journeys/people/phone.ts'
import { closeTown } from '../journeys/town/close-town.ts'
import { leasesEndInCrash } from '../journeys/town/days.ts'
import { openTown, type Town } from '../journeys/town/town.ts'

// Everything is killed in the middle of a step and started again: nothing is lost, nothing is done twice.

let town: Town
let phone: Phone

beforeAll(async () => {
  town = await openTown()
  phone = await readyPhone(town)
})
afterAll(() => closeTown(town))

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

/** Cards are compared with the issuer's all the time: a look at them is no order. */
const atNewCard = { part: 'issuer', method: 'POST', path: '/v1/cards', count: 1 }

async function order(fault?: string) {
  if (fault) await town.console('/faults', { ...atNewCard, kind: fault })
  const type = (await phone.succeed(types, { pageSize: 1000, page: 1, status: 'enable' })).list[0]
  const requestId = randomUUID()
  const input = { cardTypeId: type?.id, rechargeAmount: '20', pin: phonePin, requestId }
  const { orderId } = await phone.succeed(openCard, input)
  return { orderId, input }
}

/** What somebody asks for at the moment of the crash. */
interface Ask {
  phone: Phone
  call: Call
  input: Record<string, unknown>
}

/** The first two are answered, the others at different places when everything dies. Gives what each has heard. */
async function crashDuring(asks: Ask[]) {
  const sent: Promise<Envelope | null>[] = []
  for (const { phone, call, input } of asks) {
    const answer = phone.send(call, input).catch(() => null)
    sent.push(answer)
    await (sent.length > 2 ? sleep(30) : answer)
  }
  await town.crash()
  const heard = await Promise.all(sent)
  return asks.map((ask, place) => ({ ...ask, heard: heard[place] ?? null }))
}

async function toRegister(): Promise<Ask> {
  const phone = strangersPhone(town)
  return { phone, call: account.register, input: await registration(town, phone) }
}

async function toSetPin(): Promise<Ask> {
  const phone = await registeredPhone(town)
  const input = { pin: phonePin, code: await pinCode(town, phone) }
  return { phone, call: account.updatePinCode, input }
}

const lettersTo = ({ email }: Phone) => town.console<{ text: string }[]>(`/mail?to=${email}`)

describe('kill -9 in the first steps', () => {
  let waiting: Phone
  let uploaded: Phone
  let submitted: Phone
  let pictures: Awaited<ReturnType<typeof uploadPictures>>
  let cutOff: Awaited<ReturnType<typeof crashDuring>>

  // One crash meets all of them.
  beforeAll(async () => {
    const asks: Ask[] = []
    for (let count = 0; count < 4; count++) asks.push(await toRegister(), await toSetPin())
    uploaded = await registeredPhone(town)
    pictures = await uploadPictures(uploaded)
    submitted = await registeredPhone(town)
    const placed = await uploadPictures(submitted)
    waiting = strangersPhone(town)
    await town.console('/faults', { part: 'mail', kind: 'refuse_later', count: 10_000 })
    await waiting.succeed(account.sendEmail, { email: waiting.email, type: 'register', lang: 'en' })
    for (const picture of placed) await submitted.succeed(submitImg, picture)
    cutOff = await crashDuring(asks)
    expect(await lettersTo(waiting)).toEqual([])
    await town.console('/faults/clear', {})
  })

  test('who was registering has one account, or gets it with the same code', async () => {
    const registering = cutOff.filter(({ call }) => call === account.register)
    expect(registering[0]?.heard).toMatchObject({ code: 1 })
    for (const { phone, input, heard } of registering) {
      const proof = { email: phone.email, password: input.password }
      const signedIn = await phone.send(account.login, proof)
      if ('key' in signedIn) {
        expect(signedIn.key).toBe('credentials_wrong')
        expect(heard).toBeNull()
        await phone.succeed(account.register, input)
      }
      expect(await phone.send(account.register, input)).toMatchObject({ key: 'email_registered' })
      await phone.succeed(account.login, proof)
    }
  })

  test('who was setting the PIN has it, or sets it with the same code', async () => {
    const setting = cutOff.filter(({ call }) => call === account.updatePinCode)
    expect(setting[0]?.heard).toMatchObject({ code: 1 })
    for (const { phone, input, heard } of setting) {
      if (!(await phone.succeed(account.isSetPIN, {}))) {
        expect(heard).toBeNull()
        await phone.succeed(account.updatePinCode, input)
      }
      expect(await phone.succeed(account.checkPin, { pin: phonePin })).toBe(true)
    }
  })

  test('who had uploaded the pictures puts them in their places without uploading again', async () => {
    expect(await uploaded.succeed(getKyc, {})).toMatchObject({ certStatus: 'draft', docType: 'passport' })
    for (const picture of pictures) await uploaded.succeed(submitImg, picture)
    await verified(uploaded)
  })

  test('who waited for the review is verified, and hears of it once', async () => {
    await verified(submitted)
    const { list } = await submitted.succeed(messages, { pageSize: 100, page: 1, kind: 'verify' })
    expect(list.map(({ params }) => params.decision)).toEqual(['approved'])
  })

  test('who waited for a letter gets it once, and registers with its code', async () => {
    await until(async () => ((await lettersTo(waiting)).length > 0 ? true : null), 60_000)
    const code = await town.codeFor(waiting.email)
    const { email } = waiting
    await waiting.succeed(account.register, { email, password: 'porcelain1', code, lang: 'en' })
    const codes = (await lettersTo(waiting)).filter(({ text }) => text.includes(code))
    expect(codes).toHaveLength(1)
  })
})

describe('kill -9 and start again', () => {
  const crash = () => leasesEndInCrash(town)

  test('a deposit that is confirming is credited once', async () => {
    await deposit('1000')
    await until(async () => (Number((await usdt())?.incoming) > 0 ? true : null))
    await crash()
    await until(async () => ((await usdt())?.available === '1000' ? true : null), 60_000)
    await crash()
    expect(await bills('deposit')).toHaveLength(1)
    expect((await usdt())?.balance).toBe('1000')
  })

  test('a card whose issuer never answered is opened once and charged once', async () => {
    const before = await usdt()
    const { orderId, input } = await order('timeout_after_success')
    // Here the lease ends by itself.
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
    await crash()
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
    await crash()
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
    await crash()
    await until(async () => ((await bills('consume')).length > 0 ? true : null), 60_000)
    await crash()
    expect((await bills('consume')).map(({ amount }) => amount)).toEqual(['-7.5'])
    expect((await myCards())[0]?.frozenAmount).toBe('0')
  })
})
