import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, login, undoEmail, updateEmail } from '../../../src/contract/account.ts'
import { messageSetting } from '../../../src/contract/message.ts'
import { freezeAccount, updatePhrase } from '../../../src/contract/safety.ts'
import type { BotMessage } from '../../../src/server/telegram/bot.ts'
import {
  codeFor,
  customerWithPin,
  newCustomer,
  type TestCustomer,
  testPin,
} from '../../fixtures/account/customer.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

const wrote: BotMessage[] = []
let tested: TestWorld
beforeAll(async () => {
  const bot = {
    async send(message: BotMessage) {
      wrote.push(message)
      return { outcome: 'sent' } as const
    },
    prepare: () => Promise.reject(new Error('it prepares nothing')),
  }
  tested = await startWorld({ bot })
})
afterAll(() => tested.close())

const phrase = '窗外 <b>pear</b> & "tree"'
const escaped = '窗外 &#60;b&#62;pear&#60;/b&#62; &#38; &#34;tree&#34;'

const person = () => customerWithPin(tested)

const set = (customer: TestCustomer, wanted: unknown, pin = testPin) =>
  tested.send(updatePhrase, { phrase: wanted, pin }, customer.token)

async function withPhrase(): Promise<TestCustomer> {
  const customer = await person()
  expect(await set(customer, phrase)).toMatchObject({ code: 1, data: { phraseSet: true } })
  return customer
}

/** Letters to an address since a moment ago. */
async function lettersDuring(to: string, work: () => Promise<unknown>) {
  await tested.work()
  const before = tested.letters.length
  await work()
  await tested.work()
  return tested.letters.slice(before).filter(letter => letter.to === to)
}

const show = (text: string) => expect.objectContaining({ text: expect.stringContaining(text) })

describe('a phrase is refused', () => {
  test.each(['abc', `${'长'.repeat(31)}`, 'two\nlines', 'pear\u202etree', 'half \ud83c', '   ', 1234])(
    'when it is %j, and nothing changes',
    async wrong => {
      const customer = await withPhrase()
      expect(await set(customer, wrong)).toMatchObject({
        code: 1400,
        data: { fields: { phrase: expect.any(String) } },
      })
      const letters = await lettersDuring(customer.email, () =>
        codeFor(tested, { email: customer.email, type: 'forget' }),
      )
      expect(letters).toEqual([show(phrase)])
    },
  )

  test('with a wrong PIN, without one, and when it is the PIN', async () => {
    const customer = await person()
    expect(await set(customer, phrase, '135790')).toMatchObject({ key: 'pin_incorrect' })
    expect(await set(await newCustomer(tested), phrase)).toMatchObject({ key: 'pin_unset' })
    expect(await set(customer, testPin)).toMatchObject({
      key: 'modify_failed',
      data: { fields: { phrase: 'phraseSecret' } },
    })
    expect(await tested.succeed(getUser, {}, customer.token)).not.toHaveProperty('phraseSet')
  })
})

describe('a phrase', () => {
  test('stands in every letter and Telegram message to its customer, first of all, as it was typed', async () => {
    const customer = await withPhrase()
    const { email, token, userId } = customer
    const chatId = 7_100_000_000n
    await sql`update users set telegram_id = ${chatId} where id = ${userId}`.execute(tested.world.db)
    await tested.succeed(messageSetting, { mail: { system: true } }, token)
    const letters = await lettersDuring(email, async () => {
      await codeFor(tested, { email, type: 'forget' })
      await tested.succeed(freezeAccount, {}, token)
      await sql`insert into messages (id, user_id, kind, notice_type, params, event_key, created_at)
        values (${randomUUID()}, ${userId}, 'system', 'cardState', '{}', 'told', now())`.execute(
        tested.world.db,
      )
      const { rows } = await sql<{ id: string }>`select id from messages where event_key = 'told'`.execute(
        tested.world.db,
      )
      for (const channel of ['mail', 'telegram'])
        await sql`insert into jobs (id, kind, payload, run_at, attempts, is_dead) values (${randomUUID()}, 'copy-message',
          ${JSON.stringify({ messageId: rows[0]?.id, channel })}::jsonb, now(), 0, false)`.execute(
          tested.world.db,
        )
    })
    expect(letters).toHaveLength(3)
    for (const { text, html } of letters) {
      expect(text.startsWith(`Your anti-phishing phrase: ${phrase}\n`)).toBe(true)
      expect(html).toContain(escaped)
      expect(html).not.toContain('<b>pear')
      expect(html).not.toContain('<!--')
    }
    const chat = wrote.filter(message => message.chatId === chatId)
    expect(chat.length).toBeGreaterThan(0)
    for (const { text } of chat) expect(text.startsWith(`Your anti-phishing phrase: ${phrase}\n`)).toBe(true)
  })

  test('is readable nowhere we keep it, and no call tells it', async () => {
    const customer = await withPhrase()
    const { db } = tested.world
    const { rows } = await sql<{ sealed: Buffer; jobs: string }>`
      select phrase as sealed, (select string_agg(payload::text, '') from jobs) as jobs
      from users where id = ${customer.userId}`.execute(db)
    expect(rows[0]?.sealed.toString('utf8')).not.toContain('窗外')
    expect(rows[0]?.jobs).toContain('anti-phishing phrase was set')
    expect(rows[0]?.jobs).not.toContain('窗外')
    expect(JSON.stringify(await tested.succeed(getUser, {}, customer.token))).not.toContain('窗外')
    expect(
      JSON.stringify(await tested.succeed(login, { email: customer.email, password: customer.password })),
    ).not.toContain('窗外')
  })

  test('is for its customer alone: others, strangers and given-up addresses get letters without', async () => {
    const [customer, other] = [await withPhrase(), await person()]
    const plain = await lettersDuring(other.email, () =>
      codeFor(tested, { email: other.email, type: 'forget' }),
    )
    expect(plain).toHaveLength(1)
    expect(plain[0]?.text).not.toContain('phrase')
    expect(plain[0]?.html).not.toContain('<!--')

    const [from, to] = [customer.email, `new-${customer.email}`]
    const code = await codeFor(tested, { email: from, type: 'updateEmail' })
    const newCode = await codeFor(tested, { email: to, type: 'newEmail' })
    const input = { email: to, code, newCode, pin: testPin }
    const old = await lettersDuring(from, () => tested.succeed(updateEmail, input, customer.token))
    expect(old).toEqual([show(phrase)])
    const token = old[0]?.text.match(/undo=([0-9a-f]{64})/)?.[1]
    // Whoever had the address for a while may be a thief.
    const givenUp = await lettersDuring(to, () => tested.succeed(undoEmail, { token }))
    expect(givenUp).toHaveLength(1)
    expect(givenUp[0]?.text).not.toContain('pear')
  })

  test('that is removed is in no letter from then on, the one that tells of it included', async () => {
    const customer = await withPhrase()
    const letters = await lettersDuring(customer.email, () => set(customer, null))
    expect(letters).toMatchObject([{ subject: expect.stringContaining('phrase was removed') }])
    expect(letters[0]?.text).not.toContain('pear')
    expect(await tested.succeed(getUser, {}, customer.token)).not.toHaveProperty('phraseSet')
  })

  test('of somebody else, put in its place, is not shown: the letter goes without', async () => {
    const [customer, other] = [await withPhrase(), await person()]
    await sql`update users set phrase = (select phrase from users where id = ${customer.userId})
      where id = ${other.userId}`.execute(tested.world.db)
    const letters = await lettersDuring(other.email, () =>
      codeFor(tested, { email: other.email, type: 'forget' }),
    )
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).not.toContain('pear')
  })
})
