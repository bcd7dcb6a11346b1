import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sendEmail } from '../../../src/contract/account.ts'
import { codeIn } from '../../fixtures/account/code-in.ts'
import { ageCodes, begin, from, join, newEmail, tested } from '../../fixtures/account/newcomer.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('sendEmail', () => {
  test.each([
    'a@b',
    'a@b.c',
    'a@b.toolong7',
    'ａ@x.co',
    'a@x.co\n',
    'a@x.co\r\nBcc: b@x.co',
    'a b@x.co',
    '"a"@x.co',
    `${'a'.repeat(10_000)}@x.co`,
    ['a@x.co'],
    null,
  ])('refuses %j as an address and sends nothing', async email => {
    const sent = tested.letters.length
    expect(await tested.send(sendEmail, { email, type: 'register', lang: 'zh' })).toMatchObject({
      code: 1400,
    })
    await tested.work()
    expect(tested.letters).toHaveLength(sent)
  })

  test('refuses a purpose or language that does not exist', async () => {
    const email = newEmail()
    expect(await tested.send(sendEmail, { email, type: 'x', lang: 'zh' })).toMatchObject({ code: 1400 })
    const envelope = await tested.send(sendEmail, { email, type: 'register', lang: '../../' })
    expect(envelope).toMatchObject({ code: 1400, data: { fields: { lang: 'lang' } } })
  })

  test('refuses a second code within 60 seconds, also for ten at once, and sends one letter', async () => {
    const email = newEmail()
    const input = { email, type: 'register', lang: 'zh' }
    const envelopes = await Promise.all(Array.from({ length: 10 }, () => tested.send(sendEmail, input)))
    expect(envelopes.filter(envelope => 'code' in envelope && envelope.code === 1)).toHaveLength(1)
    const refused = envelopes.find(envelope => 'key' in envelope)
    expect(refused).toMatchObject({ code: 1011, data: { resendAt: expect.any(String) } })
    await tested.work()
    expect(tested.letters.filter(({ to }) => to === email)).toHaveLength(1)
  })

  test('refuses the eleventh code of a day, whatever it is for', async () => {
    const { email } = await join()
    const types = ['forget', 'updatePassword', 'updatePinCode']
    for (let sent = 1; sent < 10; sent++) {
      await ageCodes(email, 61)
      await tested.succeed(sendEmail, { email, type: types[sent % 3], lang: 'en' })
    }
    await ageCodes(email, 61)
    expect(await tested.send(sendEmail, { email, type: 'forget', lang: 'en' })).toMatchObject({ code: 1011 })
  })

  test('tells a source of ten addresses an hour, then answers as if a letter went out', async () => {
    const post = from('198.51.100.7')
    const ask = (email: string) => post(sendEmail.path, { email, type: 'forget', lang: 'zh' })
    for (let told = 0; told < 10; told++) expect(await ask(newEmail())).toMatchObject({ code: 1007 })
    const email = newEmail()
    expect(await ask(email)).toMatchObject({ code: 1 })
    expect(await ask(email)).toMatchObject({ code: 1011 })
    await tested.work()
    expect(tested.letters.filter(({ to }) => to === email)).toEqual([])
  })

  test('writes in the language asked for, with the code in text and HTML and nothing from elsewhere', async () => {
    const email = newEmail()
    await tested.succeed(sendEmail, { email, type: 'register', lang: 'zh' })
    await tested.work()
    const letter = tested.letters.findLast(({ to }) => to === email)
    expect(letter?.subject).toBe('Glaze 验证码：注册账号')
    const code = codeIn(letter?.text ?? '') as string
    expect(letter?.html).toContain(code)
    expect(letter?.html).not.toMatch(/src=|url\(|http/)
    const { rows } = await sql`select code_hash from email_codes where email = ${email}`.execute(
      tested.world.db,
    )
    expect(JSON.stringify(rows)).not.toContain(code)
  })
})
