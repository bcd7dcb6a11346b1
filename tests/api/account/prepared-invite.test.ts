import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inviteSummary, preparedInvite } from '../../../src/contract/invite.ts'
import { readConfig } from '../../../src/server/config.ts'
import type { Bot, BotInvitation, BotPrepared } from '../../../src/server/telegram/bot.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { environment, startWorld, type TestWorld } from '../../fixtures/world.ts'

let tested: TestWorld
let answer: () => Promise<BotPrepared>
const asked: BotInvitation[] = []
const bot: Bot = {
  send: async () => ({ outcome: 'sent' }),
  prepare(invitation) {
    asked.push(invitation)
    return answer()
  },
}
const config = readConfig({
  ...environment,
  TELEGRAM_BOT_NAME: 'glaze_bot',
  PUBLIC_URL: 'https://glaze.test',
})
beforeAll(async () => {
  tested = await startWorld({ bot, config })
})
afterAll(() => tested.close())
beforeEach(() => {
  asked.length = 0
  answer = async () => ({ outcome: 'prepared', id: 'msg-1' })
})

let telegramId = 7_100_000_000n
async function customer({ isBound = true } = {}) {
  const customer = await newCustomer(tested)
  const id = telegramId++
  if (isBound) {
    await tested.world.db
      .updateTable('users')
      .set({ telegram_id: id })
      .where('id', '=', customer.userId)
      .execute()
  }
  return { ...customer, telegramId: id }
}

describe('an invitation as a message of Telegram', () => {
  test('is prepared for the Telegram user the customer is bound to, with a button into the app', async () => {
    const { token, telegramId } = await customer()
    const { code } = await tested.succeed(inviteSummary, {}, token)
    expect(await tested.succeed(preparedInvite, { lang: 'en' }, token)).toEqual({ id: 'msg-1' })
    expect(asked).toMatchObject([
      {
        userId: telegramId,
        title: 'A friend invites you to Glaze',
        button: { text: 'Open Glaze', url: `https://t.me/glaze_bot?startapp=r_${code}_en` },
      },
    ])
    expect(asked[0]?.link).toMatch(new RegExp(`^https://glaze\\.test/\\?lang=en&refer=${code}#`))
  })

  test.each([
    ['is not known there', async (): Promise<BotPrepared> => ({ outcome: 'forbidden' })],
    ['comes when it is busy', async (): Promise<BotPrepared> => ({ outcome: 'busy', waitMs: 1000 })],
    ['gets no answer', () => Promise.reject(new Error('the Bot API did not answer'))],
  ])('is none for somebody who %s', async (_, given) => {
    answer = given
    const { token } = await customer()
    expect(await tested.send(preparedInvite, { lang: 'zh' }, token)).toMatchObject({
      key: 'feature_unsupported',
    })
  })

  test('is none without Telegram, and nobody is asked', async () => {
    const { token } = await customer({ isBound: false })
    expect(await tested.send(preparedInvite, { lang: 'zh' }, token)).toMatchObject({
      key: 'feature_unsupported',
    })
    expect(asked).toEqual([])
  })

  test('is prepared thirty times an hour', async () => {
    const { token } = await customer()
    for (let n = 0; n < 30; n++) await tested.succeed(preparedInvite, { lang: 'zh' }, token)
    expect(await tested.send(preparedInvite, { lang: 'zh' }, token)).toMatchObject({ key: 'limit_exceeded' })
  })
})
