import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  getTicket,
  replyFeedback,
  submitFeedback,
  tickets,
  uploadPicture,
} from '../../../src/contract/feedback.ts'
import { messages } from '../../../src/contract/message.ts'
import { answerTicket } from '../../../src/server/across/answer-ticket.ts'
import { writeBill } from '../../../src/server/bills/bills.ts'
import { openTicketPicture } from '../../../src/server/feedback/pictures.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

const description = 'The deposit page shows nothing.'

async function counted(table: 'tickets' | 'ticket_lines' | 'audits') {
  const { rows } = await sql<{ count: bigint }>`select count(*) from ${sql.table(table)}`.execute(
    tested.world.db,
  )
  return Number(rows[0]?.count)
}

async function photo(width = 800, height = 600): Promise<Buffer> {
  return await sharp({ create: { width, height, channels: 3, background: '#2d6a5a' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
}

async function uploaded({ token }: TestCustomer, content: Buffer) {
  const boundary = randomUUID()
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`
  const payload = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = {
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'x-access-token': token,
  }
  return (await tested.http.inject({ method: 'POST', url: uploadPicture.path, payload, headers })).json() as {
    code: number
    key?: string
    data: { path: string }
  }
}

async function billOf({ userId }: TestCustomer) {
  const bill = { userId, kind: 'deposit', amountMinor: 1n, currency: 'USDT', account: 'wallet' } as const
  return (await writeBill(tested.world.db, { ...bill, status: 'done', step: { what: 'credited' } })).billId
}

const answered = (number: string, operator: string, text = 'We look into it.', isEnd = false) =>
  answerTicket(tested.world.db, { number: BigInt(number), operator, text, isEnd })

describe('a ticket is not opened', () => {
  test.each([
    ['12345'],
    ['  12345  '],
    ['😀😀😀😀😀😀😀😀'],
    ['👨‍👩‍👧‍👦🇨🇳👍🏽 ab'],
    ['\u200b\u200b\u200b\u200b\u200b\u200b'],
    ['\u3164\u00a0 ．'],
    ['a'.repeat(2001)],
    ['line \ud800 broken'],
  ])('by %j', async text => {
    const { token } = await newCustomer(tested)
    const reply = await tested.send(submitFeedback, { description: text }, token)
    expect(reply).toMatchObject({ code: 1400 })
    expect((await tested.succeed(tickets, { pageSize: 10, page: 1 }, token)).total).toBe(0)
  })

  test('about a bill of somebody else, which is answered as one nobody has', async () => {
    const [own, other] = [await newCustomer(tested), await newCustomer(tested)]
    const refId = await billOf(own)
    const before = await counted('tickets')
    const foreign = await tested.send(submitFeedback, { description, refType: 'bill', refId }, other.token)
    expect(foreign).toMatchObject({ status: 403 })
    const missing = { description, refType: 'bill', refId: randomUUID() }
    expect(await tested.send(submitFeedback, missing, other.token)).toEqual(foreign)
    expect(await tested.send(submitFeedback, { description, refType: 'card', refId }, own.token)).toEqual(
      foreign,
    )
    expect(await tested.send(submitFeedback, { description, refType: 'bill' }, own.token)).toMatchObject({
      code: 1400,
    })
    expect(await counted('tickets')).toBe(before)
  })

  test('with pictures of somebody else, used ones, unknown ones or four', async () => {
    const [own, other] = [await newCustomer(tested), await newCustomer(tested)]
    const { path } = (await uploaded(other, await photo())).data
    const before = await counted('tickets')
    for (const images of [[path], ['x'.repeat(43)]]) {
      expect(await tested.send(submitFeedback, { description, images }, own.token)).toMatchObject({
        code: 1204,
      })
    }
    const four = ['aaaaaaaa', 'bbbbbbbb', 'cccccccc', 'dddddddd']
    expect(await tested.send(submitFeedback, { description, images: four }, own.token)).toMatchObject({
      code: 1400,
    })
    expect(await counted('tickets')).toBe(before)
    await tested.succeed(submitFeedback, { description, images: [path] }, other.token)
    const again = await tested.send(submitFeedback, { description, images: [path] }, other.token)
    expect(again).toMatchObject({ code: 1204 })
  })

  test('a 21st time within an hour, not even by twenty at once; a repeat is none', async () => {
    const { token } = await newCustomer(tested)
    const requestId = randomUUID()
    await tested.succeed(submitFeedback, { description, requestId }, token)
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => tested.send(submitFeedback, { description }, token)),
    )
    expect(replies.filter(reply => 'code' in reply && reply.code === 1)).toHaveLength(19)
    const refused = replies.find(reply => 'code' in reply && reply.code !== 1)
    expect(refused).toMatchObject({
      code: 1411,
      data: { reason: 'too_often', limit: 20, until: expect.stringMatching(/Z$/) },
    })
    expect(await tested.send(submitFeedback, { description, requestId }, token)).toMatchObject({ code: 1 })
    expect((await tested.succeed(tickets, { pageSize: 50, page: 1 }, token)).total).toBe(20)
  })

  test('by a body of ten megabytes: 413 with the usual body', async () => {
    const { token } = await newCustomer(tested)
    const payload = { description: 'a'.repeat(10_000_000) }
    const response = await tested.http.inject({
      method: 'POST',
      url: submitFeedback.path,
      payload,
      headers: { 'x-access-token': token },
    })
    expect(response.statusCode).toBe(413)
    expect(response.json()).toMatchObject({ status: 413, path: submitFeedback.path })
  })
})

describe('a picture is not taken', () => {
  test('when it is no photograph, or too small', async () => {
    const customer = await newCustomer(tested)
    const svg = Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">${' '.repeat(99)}</svg>`,
    )
    expect(await uploaded(customer, svg)).toMatchObject({ code: 1204 })
    expect(await uploaded(customer, await photo(150, 100))).toMatchObject({ code: 1203 })
    expect(await uploaded(customer, await photo(400, 200))).toMatchObject({ code: 1 })
  })
})

describe('a ticket', () => {
  test('is one, however often it is sent with one key; other words are refused', async () => {
    const { token } = await newCustomer(tested)
    const requestId = randomUUID()
    const sent = Array.from({ length: 8 }, () =>
      tested.succeed(submitFeedback, { description, requestId }, token),
    )
    const numbers = (await Promise.all(sent)).map(({ number }) => number)
    expect(new Set(numbers).size).toBe(1)
    const other = { description: 'Something else entirely.', requestId }
    expect(await tested.send(submitFeedback, other, token)).toMatchObject({ code: 1413 })
    const { list, total } = await tested.succeed(tickets, { pageSize: 10, page: 1 }, token)
    expect([total, list[0]?.title]).toEqual([1, description])
  })

  test('covers card numbers before they are stored anywhere', async () => {
    const { token } = await newCustomer(tested)
    const text = 'My card 4111 1111 1111 1111 was declined'
    const requestId = randomUUID()
    const { lines } = await tested.succeed(submitFeedback, { description: text, requestId }, token)
    expect(lines[0]?.text).toBe('My card ****1111 was declined')
    expect(await tested.send(submitFeedback, { description: text, requestId }, token)).toMatchObject({
      code: 1,
    })
    const { rows } = await sql`select from ticket_lines where text like '%4111 1111%'`.execute(
      tested.world.db,
    )
    expect(rows).toHaveLength(0)
  })

  test('keeps its pictures encrypted and clean, and tells how many there are', async () => {
    const customer = await newCustomer(tested)
    const { path } = (await uploaded(customer, await photo())).data
    const { lines } = await tested.succeed(
      submitFeedback,
      { description, images: [path, path] },
      customer.token,
    )
    expect(lines[0]?.pictures).toBe(1)
    const { content } = await tested.world.db
      .selectFrom('ticket_pictures')
      .select('content')
      .where('path', '=', path)
      .executeTakeFirstOrThrow()
    expect(content.subarray(0, 3)).not.toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    const opened = await openTicketPicture(tested.world, path)
    expect((await sharp(opened).metadata()).exif).toBeUndefined()
  })

  test('of somebody else is denied like one nobody has, to read and to reply', async () => {
    const [own, other] = [await newCustomer(tested), await newCustomer(tested)]
    const { id } = await tested.succeed(submitFeedback, { description }, own.token)
    const foreign = await tested.send(getTicket, { id }, other.token)
    expect(foreign).toMatchObject({ status: 403 })
    expect(await tested.send(getTicket, { id: randomUUID() }, other.token)).toEqual(foreign)
    const reply = await tested.send(replyFeedback, { id, text: 'hello' }, other.token)
    expect(reply).toMatchObject({ status: 403 })
    expect((await tested.succeed(getTicket, { id }, own.token)).lines).toHaveLength(1)
  })

  test('is answered by a message, and goes on; a reply sent twice is one line', async () => {
    const customer = await newCustomer(tested)
    const { token } = customer
    const refId = await billOf(customer)
    const opened = await tested.succeed(submitFeedback, { description, refType: 'bill', refId }, token)
    const { id, number } = opened
    expect(opened).toMatchObject({ status: 'open', refType: 'bill', refId, isEscalated: false })
    const hours = (Date.parse(opened.answerBy ?? '') - Date.parse(opened.createTime)) / 3_600_000
    expect(hours).toBe(24)
    await answered(number, 'ann')
    expect(await tested.succeed(getTicket, { id }, token)).toMatchObject({
      status: 'answered',
      answerBy: null,
    })
    const { list } = await tested.succeed(messages, { pageSize: 10, page: 1, kind: 'feedback' }, token)
    expect(list).toMatchObject([
      {
        noticeType: 'feedback',
        title: `Ticket ${number} is answered`,
        content: 'We look into it.',
        action: `/pages/feedback/feedback?id=${id}`,
      },
    ])
    const requestId = randomUUID()
    const reply = { id, text: '<script>alert(1)</script>', requestId }
    await Promise.all([1, 2, 3].map(() => tested.succeed(replyFeedback, reply, token)))
    const after = await tested.succeed(getTicket, { id }, token)
    expect(after.lines.map(({ isOurs, text }) => [isOurs, text])).toEqual([
      [false, description],
      [true, 'We look into it.'],
      [false, '<script>alert(1)</script>'],
    ])
    expect(after.status).toBe('open')
    await answered(number, 'ann', 'Done.', true)
    expect(await tested.succeed(getTicket, { id }, token)).toMatchObject({ status: 'closed' })
    await expect(answered(number, 'ann')).rejects.toThrow('closed')
    await tested.succeed(replyFeedback, { id, text: 'Not solved' }, token)
    expect(await tested.succeed(getTicket, { id }, token)).toMatchObject({ status: 'open' })
  })

  test('takes a reply that was taken again, but no other, once an hour has had its sixty', async () => {
    const { token, userId } = await newCustomer(tested)
    const { id } = await tested.succeed(submitFeedback, { description }, token)
    const reply = { id, text: 'Nothing yet.', requestId: randomUUID() }
    const lastReply = () => tested.send(replyFeedback, reply, token)
    await lastReply()
    await tested.world.db
      .updateTable('attempts')
      .set({ count: 60 })
      .where('subject', '=', `feedback-replies:${userId}`)
      .execute()
    expect(await lastReply()).toMatchObject({ code: 1 })
    const another = await tested.send(replyFeedback, { ...reply, requestId: randomUUID() }, token)
    expect(another).toMatchObject({ code: 1411, data: { reason: 'too_often' } })
  })

  test('that is escalated is decided by another operator, within three days', async () => {
    const { token } = await newCustomer(tested)
    const { id, number } = await tested.succeed(submitFeedback, { description }, token)
    await answered(number, 'ann')
    const after = await tested.succeed(replyFeedback, { id, text: '升级' }, token)
    expect(after.isEscalated).toBe(true)
    const hours = (Date.parse(after.answerBy ?? '') - Date.parse(after.updateTime)) / 3_600_000
    expect(hours).toBe(72)
    const before = await counted('audits')
    await expect(answered(number, 'ann')).rejects.toThrow('another operator')
    expect(await counted('audits')).toBe(before)
    await answered(number, 'bob')
    expect(await tested.succeed(getTicket, { id }, token)).toMatchObject({ status: 'answered' })
    expect(await counted('audits')).toBe(before + 1)
  })
})
