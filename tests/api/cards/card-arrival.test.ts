import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmTransfer, messages } from '../../../src/contract/message.ts'
import { queryTransferIn } from '../../../src/contract/wallet.ts'
import { newId } from '../../../src/server/id.ts'
import {
  arrived,
  begin,
  holder,
  holds,
  keyOf,
  newest,
  oneEth,
  quoteAnew,
  status,
  tested,
  waiting,
  yes,
} from '../../fixtures/cards/arrived.ts'

beforeAll(begin)
afterAll(() => tested.close())
beforeEach(quoteAnew)

describe('what comes to the address of a card', () => {
  test('in USDT is on the card at once and asks for nothing', async () => {
    const customer = await holder()
    await arrived(customer, '12.345678', 'USDT')
    expect(await holds(customer)).toEqual({ card: 1234n, USDT: 5678n })
    const message = await newest(customer)
    expect(message).toMatchObject({ noticeType: 'rechargeArrival' })
    expect(await keyOf(yes(message, { quoteId: randomUUID() }), customer)).toBe(403)
  })

  test('in USDT is on the card at once, also while its owner has frozen it, up to the most of one recharge; the rest is in the wallet', async () => {
    const customer = await holder()
    await status(customer, 'frozen_user')
    await arrived(customer, '20000', 'USDT')
    expect(await holds(customer)).toEqual({ card: 1_000_000n, USDT: 10_000_000_000n })
    const { list } = await tested.succeed(messages, { pageSize: 9, page: 1, kind: 'balance' }, customer.token)
    expect(list.map(({ noticeType }) => noticeType).sort()).toEqual(['deposit', 'rechargeArrival'])
  })

  test('in another coin is in the wallet, and one message asks', async () => {
    const customer = await holder()
    await arrived(customer, '1')
    expect(await holds(customer)).toEqual(oneEth)
    const { list } = await tested.succeed(messages, { pageSize: 9, page: 1, kind: 'balance' }, customer.token)
    expect(list).toMatchObject([
      {
        noticeType: 'cardTransfer',
        title: '1.00 ETH is waiting for your card',
        params: { what: 'waiting', amount: '1', currency: 'ETH', last4: '4242' },
      },
    ])
    expect(list[0]?.action).toMatch(/^\/pages\/bill\/bill\?id=/)
  })

  test('is shown among the deposits of the card with the message that asks, until its owner says yes', async () => {
    const { customer, message, offer } = await waiting()
    const { userId, cardId, token } = customer
    const asked = { currency: 'USDT', chain: 'ERC20', cardId } as const
    const { address } = await tested.succeed(queryTransferIn, asked, token)
    const transferIds = tested.world.db.selectFrom('transfers').select('id').orderBy('id', 'desc').limit(1)
    const { bill_id } = await tested.world.db
      .selectFrom('card_arrivals')
      .select('bill_id')
      .where('message_id', '=', message.id)
      .executeTakeFirstOrThrow()
    await tested.world.db
      .insertInto('deposits')
      .values({
        id: newId(),
        network: 'ERC20',
        tx_hash: `0x${randomUUID().replaceAll('-', '').repeat(2)}`,
        log_index: 0,
        address,
        user_id: userId,
        card_id: cardId,
        currency: 'ETH',
        amount_raw: (10n ** 18n).toString(),
        amount_minor: 100_000_000n,
        block_height: 1n,
        block_hash: `0x${'1'.repeat(64)}`,
        status: 'credited',
        transfer_id: transferIds,
        bill_id,
        seen_at: new Date(),
        credited_at: new Date(),
      })
      .execute()
    const shown = async () => (await tested.succeed(queryTransferIn, asked, token)).list
    expect(await shown()).toMatchObject([{ currency: 'ETH', messageId: message.id }])
    await tested.succeed(confirmTransfer, yes(message, offer), token)
    expect(await shown()).toMatchObject([{ currency: 'ETH', messageId: null }])
  })

  test('of a card that is over is in the wallet, and nobody is asked', async () => {
    const customer = await holder()
    await status(customer, 'closed')
    await arrived(customer, '1')
    expect(await newest(customer)).toMatchObject({ noticeType: 'deposit' })
    expect(await holds(customer)).toEqual(oneEth)
  })
})
