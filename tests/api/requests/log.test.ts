import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkPin, login } from '../../../src/contract/account.ts'
import { cardSecret } from '../../../src/contract/card-control.ts'
import { submitFeedback } from '../../../src/contract/feedback.ts'
import { convertToMasterBalance } from '../../../src/contract/wallet.ts'
import { jobs } from '../../../src/server/jobs/index.ts'
import { enqueue } from '../../../src/server/jobs/queue/outbox.ts'
import { runDueJobs } from '../../../src/server/jobs/queue/runner.ts'
import { newLog } from '../../../src/server/log.ts'
import { codeIn } from '../../fixtures/account/code-in.ts'
import { newCustomer, type TestCustomer, testPin } from '../../fixtures/account/customer.ts'
import { openedCard, readyCustomer } from '../../fixtures/cards/cardholder.ts'
import { standInIssuer } from '../../fixtures/issuer/stand-in-issuer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)
let customer: TestCustomer
beforeAll(async () => {
  customer = await newCustomer(tested)
})

/** What stands in the log of something that failed. */
function logged(error: unknown) {
  const lines: string[] = []
  newLog({ level: 'trace', to: { write: line => void lines.push(line) } }).error({ error }, 'it failed')
  return { text: lines.join(''), error: JSON.parse(lines[0] ?? '{}').error as Record<string, unknown> }
}

function fail(): never {
  throw new Error('not this one')
}

function circle(): object {
  const round: Record<string, unknown> = {}
  return Object.assign(round, { round })
}

async function faultOf(statement: RawBuilder<unknown>): Promise<Error & { detail?: string }> {
  return await statement.execute(tested.world.db).then(
    () => Promise.reject(new Error('it went well')),
    (error: Error) => error,
  )
}

describe('the log of a fault', () => {
  test.each([
    [
      'an address that is taken',
      '23505',
      () => sql`
      insert into users select (jsonb_populate_record(u, ${{ id: randomUUID(), refer_code: 'AAAAAAA1' }}::jsonb)).*
      from users u where id = ${customer.userId}`,
    ],
    [
      'a row that is not allowed',
      '23502',
      () => sql`
      update users set lang = null where id = ${customer.userId}`,
    ],
  ] as const)('of %s says which, and nothing of the person', async (_name, code, statement) => {
    const fault = await faultOf(statement())
    expect(fault.detail).toContain(customer.email)
    const { text, error } = logged(fault)
    expect(error).toMatchObject({ fault: code, table: 'users', message: fault.message })
    expect(text).not.toContain(customer.email)
    expect(text).not.toContain(customer.email.split('@')[0])
  })

  test('of a letter says that it was refused, and not to whom', () => {
    const refused = Object.assign(new Error(`550 no <${customer.email}> here`), {
      code: 'EENVELOPE',
      rejected: [customer.email],
      response: `550 no <${customer.email}> here`,
    })
    const { text, error } = logged(new Error('the letter waits', { cause: refused }))
    expect(error).toMatchObject({ cause: { fault: 'EENVELOPE', message: '550 no <…@…> here' } })
    expect(text).not.toContain(customer.email)
  })

  test.each([
    ['by itself', (log: Logger, fault: Error) => log.error(fault)],
    [
      'under the name that pino and Fastify use',
      (log: Logger, err: Error) => log.error({ err }, 'it failed'),
    ],
  ])('that is logged %s says no more', (_how, write) => {
    const lines: string[] = []
    const detail = `Key (email)=(${customer.email}) already exists.`
    const fault = Object.assign(new Error(`no ${customer.email}`), { detail, code: '23505' })
    write(newLog({ level: 'trace', to: { write: line => void lines.push(line) } }), fault)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ err: { message: 'no …@…', fault: '23505' } })
    expect(lines[0]).not.toContain(customer.email)
  })

  test('says where it happened', () => {
    expect(logged(new TypeError('no')).error).toMatchObject({
      type: 'TypeError',
      stack: expect.stringContaining('log.test.ts'),
    })
    expect(logged('a word').error).toBe('a word')
  })

  test('that is its own cause, or has causes without end, comes to an end', () => {
    const own = new Error('a snake')
    own.cause = new Error('its tail', { cause: own })
    expect(logged(own).error).toMatchObject({
      message: 'a snake',
      cause: { message: 'its tail', cause: { message: 'a snake' } },
    })
    let deep = new Error('the first of all')
    for (let count = 0; count < 50_000; count++) deep = new Error(`${count}`, { cause: deep })
    const { text, error } = logged(deep)
    expect(error).toMatchObject({ message: '49999', cause: { message: '49998' } })
    expect(text.match(/"cause":/g)).toHaveLength(6)
  })

  test('that says a book is told by its beginning', () => {
    const { text, error } = logged(new Error(`a book: ${'word '.repeat(1_000_000)}`))
    expect(error.message).toMatch(/^a book: word/)
    expect(text.length).toBeLessThan(30_000)
    const cutAt = (length: number) => `${'-'.repeat(length)} wei.lin@mail.test ${'-'.repeat(9000)}`
    for (let length = 4970; length < 5010; length++)
      expect(logged(new Error(cutAt(length))).text).not.toContain('wei')
  })

  test.each<[string, () => unknown]>([
    [
      'has no name',
      () => Object.setPrototypeOf(new Error('x'), Object.create(Error.prototype, { constructor: {} })),
    ],
    ['cannot be looked at', () => Object.defineProperty(new Error('x'), 'message', { get: () => fail() })],
    ['is caused by what cannot be looked at', () => new Error('x', { cause: new Proxy({}, { get: fail }) })],
    ['is nothing', () => Object.create(null)],
    ['is a row with a circle', () => Object.assign(new Error('x'), { code: circle(), table: circle() })],
  ])('that %s does not break what logs it', (_what, fault) => {
    const { text } = logged(fault())
    expect(JSON.parse(text)).toMatchObject({ msg: 'it failed' })
  })
})

test('the row of a job that failed says so in few words, whatever it failed of', async () => {
  const { world } = tested
  const fault = new Error(`an answer like \0 and so on ${'and on '.repeat(10_000)}`)
  await enqueue(world.db, 'freeze-card', { cardId: randomUUID() })
  await runDueJobs(world, { ...jobs, 'freeze-card': () => Promise.reject(fault) })
  const [row] = await world.db.selectFrom('jobs').select(['last_error', 'run_at']).execute()
  expect(row?.last_error).toMatch(/^Error: an answer like \ufffd and so on/)
  expect(row?.last_error?.length).toBeLessThan(1001)
})

/** Digits count as such where they stand alone: a time holds any six of them. */
function isSaid(secret: string, said: string): boolean {
  return /^\d+$/.test(secret) ? new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(said) : said.includes(secret)
}

describe('the log of everything, at its most talkative', () => {
  test('has nothing that a customer types or is given', async () => {
    const lines: string[] = []
    const log = newLog({ level: 'trace', to: { write: line => void lines.push(line) } })
    const issuer = standInIssuer()
    const talkative = await startWorld({ log, issuer })
    const customer = await readyCustomer(talkative, '100')
    const { email, password, token } = customer
    const wrong = 'a-wrong-password1'
    await talkative.send(login, { email, password: wrong })
    await talkative.send(checkPin, { pin: '918273' }, token)
    const { cardId } = await openedCard(talkative, customer, { rechargeAmount: '20' })
    const proof = 'p'.repeat(43)
    await talkative.send(cardSecret, { id: cardId, pin: testPin, proof }, token)
    await talkative.http.inject({ url: `/api/docs?token=${token}`, headers: { 'x-access-token': token } })
    const malformed = {
      method: 'POST',
      url: login.path,
      headers: { 'content-type': 'application/json' },
    } as const
    await talkative.http.inject({ ...malformed, payload: `{"email":"${email}","password":"${password}"` })
    // Whatever is written fails, and says so.
    const { db } = talkative.world
    await sql`alter table decisions add constraint never check (user_id is null) not valid`.execute(db)
    await sql`alter table ticket_lines add constraint never check (ticket_id is null) not valid`.execute(db)
    const moved = { cardId, amount: '10', currency: 'USD', pin: testPin, requestId: randomUUID() }
    expect(await talkative.send(convertToMasterBalance, moved, token)).toMatchObject({ status: 500 })
    const ticket = { description: 'My secret is a-canary-word.' }
    expect(await talkative.send(submitFeedback, ticket, token)).toMatchObject({ status: 500 })
    const strays = { [submitFeedback.path]: 500, '/hooks/issuer/events': 401 }
    for (const [path, status] of Object.entries(strays)) {
      const url = `${path}?said=a-canary-word`
      const headers = { 'x-access-token': token }
      const { statusCode } = await talkative.http.inject({ method: 'POST', url, headers, payload: ticket })
      expect(statusCode).toBe(status)
    }
    await talkative.close()

    const said = lines.join('')
    expect(said).toContain('violates check constraint')
    const codes = talkative.letters.flatMap(({ text }) => codeIn(text) ?? [])
    expect(codes.length).toBeGreaterThan(1)
    const secrets = [email, password, wrong, token, testPin, '918273', proof, 'a-canary-word', ...codes]
    expect(secrets.filter(secret => isSaid(secret, said))).toEqual([])
  })
})
