import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFaults } from '../../src/sandbox/faults.ts'
import { jsonServer } from '../../src/sandbox/http.ts'
import { openStore } from '../../src/sandbox/store.ts'
import { type BotApi, botApiOf } from '../../src/sandbox/telegram/bot-api.ts'
import { trialFolder } from '../../src/sandbox/trial.ts'
import { httpBot } from '../../src/server/telegram/bots/http.ts'
import { sayAtLength } from '../fixtures/issuer/at-length.ts'

const folder = trialFolder()
const botToken = '123456:test-bot-token'
const message = {
  chatId: 7_000_000_001n,
  text: 'Card paused\n*not* <b>markup</b>',
  button: { text: 'Open', url: 'https://app.test/#/pages/message/message?id=1' },
}
const faults = openFaults(openStore(join(folder.path, 'faults.jsonl')))
const app = jsonServer()
let api: BotApi
let url: string

beforeAll(async () => {
  api = botApiOf({ botToken, store: openStore(join(folder.path, 'telegram.jsonl')), faults })
  api.calls(app)
  url = `${await app.listen({ host: '127.0.0.1', port: 0 })}/telegram/bot-api`
})
afterAll(async () => {
  await app.close()
  folder.remove()
})
beforeEach(() => faults.clear())

const invitation = {
  userId: 7_000_000_001n,
  title: 'A friend invites you',
  text: 'Come <b>in</b>',
  link: 'https://app.test/?lang=en&refer=ABCD2345',
  button: { text: 'Open', url: 'https://t.me/test_bot?startapp=r_ABCD2345_en' },
}
const prepare = () => httpBot({ url, token: botToken }).prepare(invitation)
const send = (changes: Partial<typeof message> = {}, token = botToken) =>
  httpBot({ url, token }).send({ ...message, ...changes })
const fault = (kind: string, more: object = {}) => faults.set({ part: 'telegram', kind, count: 1, ...more })

describe('the Bot API', () => {
  test('that refuses our token, fails or is not there is no answer, and its error does not tell the token', async () => {
    await expect(send({}, '1:wrong')).rejects.toThrow('401')
    fault('error')
    await expect(send()).rejects.toThrow('500')
    const nobody = httpBot({ url: 'http://127.0.0.1:1', token: botToken }).send(message)
    await expect(nobody).rejects.toThrow('did not answer')
    await expect(nobody).rejects.not.toThrow(botToken)
    expect(api.letters()).toEqual([])
  })

  test.each(['<html>', '{}', '{"ok":"yes"}', ''])('that answers %j is no answer', async body => {
    const strange: Server = createServer((_request, response) => void response.end(body))
    await new Promise<void>(resolve => strange.listen(0, '127.0.0.1', resolve))
    const { port } = strange.address() as AddressInfo
    await expect(
      httpBot({ url: `http://127.0.0.1:${port}`, token: botToken }).send(message),
    ).rejects.toThrow()
    await new Promise(resolve => strange.close(resolve))
  })

  test('that does not come to an end is no answer, whatever it says then', async () => {
    const endless = createServer((_request, response) =>
      sayAtLength(response, { mebibytes: 8, last: '{"ok":true}' }),
    )
    await new Promise<void>(resolve => endless.listen(0, '127.0.0.1', resolve))
    const { port } = endless.address() as AddressInfo
    const bot = httpBot({ url: `http://127.0.0.1:${port}`, token: botToken })
    await expect(bot.send(message)).rejects.toThrow()
    endless.closeAllConnections()
    await new Promise(resolve => endless.close(resolve))
  })

  test('says how long to wait', async () => {
    fault('too_many', { value: '7' })
    expect(await send()).toEqual({ outcome: 'busy', waitMs: 7000 })
    expect(api.letters()).toEqual([])
  })

  test.each(['blocked', 'not_started'])('says that we may not write to somebody: %s', async kind => {
    fault(kind)
    expect(await send()).toEqual({ outcome: 'forbidden' })
    expect(api.letters()).toEqual([])
  })

  test('takes a message as plain text, with a button where the app is reached over TLS', async () => {
    expect(await send()).toEqual({ outcome: 'sent' })
    expect(await send({ button: { text: 'Open', url: 'http://127.0.0.1:3000/#/' } })).toEqual({
      outcome: 'sent',
    })
    expect(api.letters('7000000001')).toMatchObject([
      { text: message.text, button: null },
      { text: message.text, button: message.button },
    ])
    expect(api.letters('1')).toEqual([])
  })
})

describe('an invitation', () => {
  test('is prepared for one person, under an id that Telegram knows it by', async () => {
    const answer = await prepare()
    expect(answer).toEqual({ outcome: 'prepared', id: expect.stringMatching(/^[\w-]+$/) })
    expect(api.prepared('id' in answer ? answer.id : '')).toMatchObject({
      userId: '7000000001',
      text: 'A friend invites you\nCome <b>in</b>',
      button: invitation.button,
    })
  })

  test('is none where Telegram does not know them, is busy or fails', async () => {
    fault('user_unknown')
    expect(await prepare()).toEqual({ outcome: 'forbidden' })
    fault('too_many', { value: '7' })
    expect(await prepare()).toEqual({ outcome: 'busy', waitMs: 7000 })
    fault('error')
    await expect(prepare()).rejects.toThrow('500')
  })

  test.each(['{"ok":true}', '{"ok":true,"result":{"id":""}}', '{"ok":true,"result":{"id":"a b"}}'])(
    'that is answered by %j is none',
    async body => {
      const strange = createServer((_request, response) => void response.end(body))
      await new Promise<void>(resolve => strange.listen(0, '127.0.0.1', resolve))
      const { port } = strange.address() as AddressInfo
      const bot = httpBot({ url: `http://127.0.0.1:${port}`, token: botToken })
      await expect(bot.prepare(invitation)).rejects.toThrow()
      await new Promise(resolve => strange.close(resolve))
    },
  )
})
