import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTicket, replyTo } from '../../src/server/feedback/tickets.ts'
import { marketingBalance } from '../../src/server/invites/marketing.ts'
import { maskEmail } from '../../src/server/ops/mask.ts'
import { auditsOf, desk } from '../fixtures/ops/desk.ts'
import { testDatabase } from '../fixtures/postgres.ts'
import { throughout } from '../fixtures/throughout.ts'
import { newUser } from '../fixtures/wallet/deposit-world.ts'

const database = throughout(testDatabase)
let at: ReturnType<typeof desk>
beforeAll(async () => {
  at = desk(database.url, { GLAZE_STATE: '/nowhere' })
})

async function opened(text = 'Nothing arrives on my card.') {
  const userId = await newUser(database.db)
  const requestId = randomUUID()
  const id = await openTicket(database.db, {
    userId,
    requestId,
    text,
    images: [],
    diagnostic: null,
    ref: null,
    answerHours: 24,
  })
  const { number } = await database.db
    .selectFrom('tickets')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { id, userId, number: String(number) }
}

describe('ops feedback', () => {
  test('refuses a number that is none, nothing to say, and a ticket nobody has', async () => {
    const { id, number } = await opened()
    for (const words of [
      ['answer', 'x', '--text', 'hello'],
      ['answer', '999999', '--text', 'hello'],
      ['answer', number, '--text', '  '],
      ['show', '999999'],
      ['picture', 'x', '--to', '/nowhere/x'],
    ]) {
      expect(await at('ann')('feedback', ...words), words.join(' ')).toMatchObject({ isFailed: true })
    }
    expect(await auditsOf(database.db, id)).toEqual([])
  })

  test('lists and shows whose ticket it is by id, the address masked', async () => {
    const { number, userId } = await opened()
    const { email } = await database.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .executeTakeFirstOrThrow()
    for (const words of [['list'], ['list', '--all'], ['show', number]]) {
      const { rows, said } = await at('ann')('feedback', ...words)
      expect(rows).toContainEqual(
        expect.objectContaining({ number, user_id: userId, email: maskEmail(email) }),
      )
      expect(said).not.toContain(email)
    }
  })

  test('lists what waits, shows it, answers and closes it, with an audit', async () => {
    const { id, number } = await opened()
    const waiting = await at('ann')('feedback', 'list')
    expect(waiting.rows.map(row => row.number)).toContain(number)
    await at('ann')('feedback', 'answer', number, '--text', 'We look into it.')
    expect((await at('ann')('feedback', 'list')).rows.map(row => row.number)).not.toContain(number)
    expect((await at('ann')('feedback', 'show', number)).rows).toMatchObject([
      { number, status: 'answered', lines: [{ by: 'customer' }, { by: 'ann', text: 'We look into it.' }] },
    ])
    expect((await at('bob')('feedback', 'close', number, '--text', 'Solved.')).rows).toEqual([
      { number, status: 'closed' },
    ])
    expect((await at('bob')('feedback', 'close', number, '--text', 'Again.')).isFailed).toBe(true)
    expect(await auditsOf(database.db, id)).toEqual(['ann ticket.answer', 'bob ticket.close'])
  })

  test('answers in whole characters, however long the answer is', async () => {
    const { number } = await opened()
    const text = `A${'😀'.repeat(200)}`
    expect((await at('ann')('feedback', 'answer', number, '--text', text)).rows).toEqual([
      { number, status: 'answered' },
    ])
  })

  const linesOf = async (number: string) => {
    const [ticket] = (await at('ann')('feedback', 'show', number)).rows
    const lines = (ticket?.lines ?? []) as { by: string; text: string }[]
    return lines.map(({ by, text }) => `${by}: ${text}`)
  }
  const toldOf = async (userId: string) =>
    await database.db.selectFrom('messages').select('id').where('user_id', '=', userId).execute()

  test('says the same once, whoever repeats it, until the customer replies', async () => {
    const { id, userId, number } = await opened()
    const answer = (operator: string, verb = 'answer') =>
      at(operator)('feedback', verb, number, '--text', 'We look into it.')
    expect((await answer('ann')).rows).toEqual([{ number, status: 'answered' }])
    const again = { number, status: 'answered', isReplay: true }
    expect((await answer('ann')).rows).toEqual([again])
    expect((await answer('bob')).rows).toEqual([again])
    expect((await answer('bob', 'close')).rows).toEqual([{ number, status: 'closed' }])
    expect((await answer('bob', 'close')).rows).toEqual([{ number, status: 'closed', isReplay: true }])
    expect(await toldOf(userId)).toHaveLength(2)
    await replyTo(database.db, {
      ticketId: id,
      userId,
      requestId: randomUUID(),
      text: 'And now? It is still not here.',
      images: [],
      answerHours: 24,
      escalatedHours: 24,
    })
    expect((await answer('ann')).rows).toEqual([{ number, status: 'answered' }])
    expect(await linesOf(number)).toHaveLength(5)
    expect(await toldOf(userId)).toHaveLength(3)
    expect(await auditsOf(database.db, id)).toEqual([
      'ann ticket.answer',
      'bob ticket.close',
      'ann ticket.answer',
    ])
  })

  test('says the same twice only under two keys, and nothing else under one', async () => {
    const { number } = await opened()
    const answer = (text: string, key: string) =>
      at('ann')('feedback', 'answer', number, '--text', text, `--key=${key}`)
    for (const key of ['one', 'two', 'one']) expect((await answer('Please wait.', key)).isFailed).toBe(false)
    expect((await answer('Other words.', 'one')).said).toContain('another answer')
    expect(await linesOf(number)).toEqual([
      'customer: Nothing arrives on my card.',
      'ann: Please wait.',
      'ann: Please wait.',
    ])
  })
})

describe('ops invite fund', () => {
  const funding = (amount: string, key: string) => [
    'invite',
    'fund',
    amount,
    '--reason=autumn',
    `--key=${key}`,
  ]

  test('takes two operators who want the same amount', async () => {
    const words = funding('50', 'autumn')
    expect((await at('ann')(...funding('-5', 'autumn'))).isFailed).toBe(true)
    expect((await at('ann')(...funding('5', 'a key'))).said).toContain('--key')
    expect((await at('ann')(...words)).rows).toMatchObject([
      { isFunded: false, approvalsMissing: 1, setAside: '0' },
    ])
    expect((await at('ann')(...words)).isFailed).toBe(true)
    expect((await at('bob')(...funding('60', 'autumn'))).rows).toMatchObject([{ isFunded: false }])
    expect(await marketingBalance(database.db)).toBe(0n)
    expect((await at('bob')(...words)).rows).toMatchObject([{ isFunded: true, setAside: '50', owed: '0' }])
    expect(await marketingBalance(database.db)).toBe(50_000_000n)
  })

  test('is done once under one key, whoever asks again, and is no other amount', async () => {
    const before = await marketingBalance(database.db)
    for (const operator of ['ann', 'bob', 'bob', 'ann', 'bob'])
      expect((await at(operator)(...funding('7', 'winter'))).isFailed).toBe(false)
    expect((await at('ann')(...funding('8', 'winter'))).said).toContain('another amount')
    expect((await marketingBalance(database.db)) - before).toBe(7_000_000n)
  })
})

describe('ops params', () => {
  test('tells an incident in two languages, and clears it', async () => {
    expect((await at('ann')('params', 'clear-incident')).isFailed).toBe(true)
    expect((await at('ann')('params', 'set-incident', '--zh', ' ', '--en', 'x')).isFailed).toBe(true)
    expect((await at('ann')('params', 'set-incident', '--zh', 'x'.repeat(301), '--en', 'x')).isFailed).toBe(
      true,
    )
    const [set] = (await at('ann')('params', 'set-incident', '--zh', '提现延迟', '--en', 'Late')).rows
    expect((await at('bob')('params', 'incident')).rows).toMatchObject([{ zh: '提现延迟', en: 'Late' }])
    expect((await at('bob')('params', 'clear-incident')).isFailed).toBe(false)
    expect((await at('bob')('params', 'incident')).rows).toEqual([])
    expect(await auditsOf(database.db, String(set?.id))).toEqual(['ann incident.set', 'bob incident.clear'])
  })
})
