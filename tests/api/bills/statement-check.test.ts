import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { extractLinks, extractText, getMeta } from 'unpdf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportBills } from '../../../src/contract/bill.ts'
import { check } from '../../../src/contract/statement-check.ts'
import { newCode, writtenCode } from '../../../src/server/bills/statement-code.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { begin, bytesOf, csvOf, everything, tested } from '../../fixtures/bills/statement-lines.ts'

beforeAll(begin)
afterAll(() => tested.close())

const nothing = { kind: null, from: null, until: null, zone: null, issuedAt: null }
const hashOf = (bytes: Uint8Array) => hash('sha256', bytes, 'hex')
const ask = (input: { code: string; sha256?: string }) => tested.succeed(check, input)

async function paperOf({ token }: TestCustomer, lang: 'zh' | 'en' = 'en') {
  const bytes = bytesOf(await tested.succeed(exportBills, { ...everything, lang, format: 'pdf' }, token))
  // Reading hands the bytes over.
  const { info } = await getMeta(bytes.slice())
  const [, code = ''] = /^glaze-statement ([0-9A-Z-]{34})$/.exec(String(info.Keywords)) ?? []
  return { bytes, code, sha256: hashOf(bytes) }
}

describe('a statement on paper', () => {
  test('carries its code in words, in its keywords and in a link that no log sees', async () => {
    const { bytes, code } = await paperOf(await newCustomer(tested))
    const { text } = await extractText(bytes.slice(), { mergePages: true })
    expect(text).toContain(code)
    expect(text).toContain('http://127.0.0.1:3000/check')
    expect((await extractLinks(bytes.slice())).links).toEqual([`http://127.0.0.1:3000/check#${code}`])
  })

  test('is genuine as it is, and altered with one bit of it changed', async () => {
    const { bytes, code, sha256 } = await paperOf(await newCustomer(tested))
    const facts = {
      kind: 'account',
      from: everything.startTime,
      until: everything.endTime,
      zone: everything.zone,
      issuedAt: expect.stringMatching(/^20/),
    }
    expect(await ask({ code, sha256 })).toEqual({ verdict: 'genuine', ...facts })
    expect(await ask({ code })).toEqual({ verdict: 'issued', ...facts })
    const half = bytes.length >> 1
    bytes[half] = (bytes[half] ?? 0) ^ 1
    expect(await ask({ code, sha256: hashOf(bytes) })).toEqual({ verdict: 'altered', ...facts })
  })

  test('has a code of its own each time it is made, which vouches for no other', async () => {
    const customer = await newCustomer(tested)
    const [one, two] = [await paperOf(customer), await paperOf(customer)]
    expect(one.code).not.toBe(two.code)
    expect(await ask({ code: two.code, sha256: two.sha256 })).toMatchObject({ verdict: 'genuine' })
    expect(await ask({ code: one.code, sha256: two.sha256 })).toMatchObject({ verdict: 'altered' })
  })
})

describe('a check', () => {
  test('says nothing of a code that was never given, and tells apart what was mistyped', async () => {
    const code = writtenCode(newCode())
    for (const sha256 of [undefined, hashOf(new Uint8Array())])
      expect(await ask({ code, ...(sha256 && { sha256 }) })).toEqual({ verdict: 'unknown', ...nothing })
    const wrong = `${code.slice(0, -1)}${code.endsWith('7') ? '8' : '7'}`
    for (const text of [wrong, 'x', '1'.repeat(100), `${code}0`])
      expect(await ask({ code: text })).toEqual({ verdict: 'mistyped', ...nothing })
    expect(await tested.send(check, { code: ' ' })).toMatchObject({ key: 'input_invalid' })
    expect(await tested.send(check, { code, sha256: 'x' })).toMatchObject({ key: 'input_invalid' })
  })

  test('knows nobody: nothing that is kept tells whose a statement is, and it cannot be changed', async () => {
    const { db } = tested.world
    const customer = await newCustomer(tested)
    const { code } = await paperOf(customer)
    const { rows } = await sql<{ row: string }>`select i::text as row from issued_statements i`.execute(db)
    const kept = rows.map(({ row }) => row).join()
    for (const word of [customer.userId, customer.email, 'user_id']) expect(kept).not.toContain(word)
    for (const change of [
      sql`update issued_statements set sha256 = sha256('')`,
      sql`delete from issued_statements`,
    ])
      await expect(change.execute(db)).rejects.toMatchObject({ code: 'GL001' })
    expect(await ask({ code })).toMatchObject({ verdict: 'issued' })
  })

  test('is not had for a table', async () => {
    const { db } = tested.world
    const count = async () => (await db.selectFrom('issued_statements').select('code').execute()).length
    const before = await count()
    await csvOf(await newCustomer(tested))
    expect(await count()).toBe(before)
  })

  test('is refused to whoever asks too often, with when it can be had again', async () => {
    const code = writtenCode(newCode())
    await sql`update attempts set count = 119 where subject like 'statement-check:%'`.execute(tested.world.db)
    await ask({ code })
    expect(await tested.send(check, { code })).toMatchObject({
      key: 'limit_exceeded',
      data: { reason: 'too_often', limit: 120, until: expect.stringMatching(/^20/) },
    })
  })
})
