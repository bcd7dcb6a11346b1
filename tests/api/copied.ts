import { randomUUID } from 'node:crypto'
import { messageSetting } from '../../src/contract/message.ts'
import { transaction } from '../../src/server/database.ts'
import { type Notice, tell } from '../../src/server/messages/messages.ts'
import type { Bot, BotAnswer, BotMessage } from '../../src/server/telegram/bot.ts'
import { startWorld, type TestWorld } from '../world.ts'
import { newCustomer, type TestCustomer } from './customer.ts'

const wrote: BotMessage[] = []

/** A bot that keeps what it was given, and answers what it is told to. */
function botThat(answers: () => BotAnswer): Bot {
  return {
    async send(message) {
      const given = answers()
      if (given.outcome === 'sent') wrote.push(message)
      return given
    },
  }
}

export let tested: TestWorld

/** Opens the world with a bot that answers so: once for a file, before its tests. */
export async function begin(answers: () => BotAnswer = () => ({ outcome: 'sent' })) {
  tested = await startWorld({ bot: botThat(answers) })
}

let telegramId = 7_000_000_000n

/** A customer with Telegram bound, who has got all that was to come so far. */
export async function bound(): Promise<TestCustomer & { chatId: bigint }> {
  const customer = await newCustomer(tested)
  const chatId = telegramId++
  await bind(customer, chatId)
  return { ...customer, chatId }
}

export async function bind({ userId }: TestCustomer, chatId: bigint | null) {
  const { db } = tested.world
  await db.updateTable('users').set({ telegram_id: chatId }).where('id', '=', userId).execute()
}

export const frozen: Omit<Notice, 'userId' | 'eventKey'> = {
  kind: 'system',
  noticeType: 'cardState',
  params: { status: 'frozen_risk', last4: '4242' },
}

export const paid: Omit<Notice, 'userId' | 'eventKey'> = {
  kind: 'balance',
  noticeType: 'consume',
  params: { amount: '12.5', currency: 'USD', merchant: 'Kiln & Co', last4: '4242' },
}

export async function told({ userId }: TestCustomer, notice = frozen, eventKey: string = randomUUID()) {
  await transaction(tested.world.db, db => tell(db, { userId, ...notice, eventKey }))
}

/** What was copied since the customer came, codes and security letters aside. */
export const lettersTo = ({ email }: TestCustomer) =>
  tested.letters.filter(({ to, id }) => to === email && id !== undefined)

export const chatOf = ({ chatId }: { chatId: bigint }) => wrote.filter(message => message.chatId === chatId)
export const set = (customer: TestCustomer, change: object = {}) =>
  tested.succeed(messageSetting, { ...change }, customer.token)

/** What waits is due now. */
export async function later() {
  await tested.world.db
    .updateTable('jobs')
    .set({ run_at: new Date(0) })
    .execute()
  await tested.work()
}
