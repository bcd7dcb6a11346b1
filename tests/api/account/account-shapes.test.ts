import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forget, login, register, sendEmail } from '../../../src/contract/account.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { begin, countOf, end, storm, tested } from '../../fixtures/account/storm.ts'

beforeAll(begin)
afterAll(end)

const person = { password: 'porcelain1', lang: 'en' }

const shapes = [
  '',
  ' ',
  'a',
  '@',
  'a@',
  '@x.co',
  'a@b',
  'a@b.c',
  'a@b.toolong7',
  'a@b.c0m',
  'a@.co',
  'a@x.',
  'a@x..',
  'a@-x.co',
  'a@x-.co',
  'a@x_y.co',
  'a@x.co.',
  'a@@x.co',
  'a@x@y.co',
  'a b@x.co',
  ' a@x.co',
  'a@x.co ',
  'a@ x.co',
  'a@x.co\n',
  '\na@x.co',
  'a@x.co\r\nBcc: b@x.co',
  'a@x.co%0d%0aBcc:b@x.co',
  'a@x.co,b@x.co',
  'a@x.co;b@x.co',
  'a@x.co\u0000',
  'a\u0000@x.co',
  'a\t@x.co',
  '"a"@x.co',
  '"a b"@x.co',
  '<a@x.co>',
  'Lin <a@x.co>',
  'a+tag@x.co',
  'a!b@x.co',
  "a'--@x.co",
  'a%@x.co',
  'a/b@x.co',
  'ａ@x.co',
  'а@x.co',
  'a@х.co',
  'ı@x.co',
  '\u212a@x.co',
  'a@x.ｃｏ',
  'a\u200b@x.co',
  'a\u202e@x.co',
  'é@x.co',
  '釉@x.co',
  'a@[127.0.0.1]',
  'a@127.0.0.1',
  'mailto:a@x.co',
  `${'a'.repeat(250)}@x.co`,
  `${'a'.repeat(10_000)}@x.co`,
  `a@${'x.'.repeat(5_000)}co`,
  `a@${'x-'.repeat(5_000)}`,
  ['a@x.co'],
  { $ne: null },
  null,
  true,
  1,
]

describe('addresses', () => {
  test.each(shapes)('%j is none, for any call, and nothing comes of it', async email => {
    const before = [await countOf('users'), await countOf('email_codes')]
    const letters = tested.letters.length
    const calls = [
      [sendEmail.path, { email, type: 'register', lang: 'zh' }],
      [register.path, { ...person, email, code: '123456' }],
      [login.path, { email, password: 'porcelain1' }],
      [forget.path, { email, password: 'porcelain1', code: '123456' }],
    ] as const
    for (const [path, payload] of calls) {
      const [answer] = await storm(path, [payload])
      expect(answer).toMatchObject({
        code: 1400,
        data: { fields: { email: email === '' ? 'required' : 'email' } },
      })
    }
    await tested.work()
    expect(tested.letters).toHaveLength(letters)
    expect([await countOf('users'), await countOf('email_codes')]).toEqual(before)
  })

  test('one person has one of them, in whatever case it is written', async () => {
    const { email, password } = await newCustomer(tested)
    for (const written of [email.toUpperCase(), email.replace('mail', 'Mail')]) {
      const input = { ...person, email: written, code: '123456' }
      expect(await tested.send(register, input)).toMatchObject({ key: 'email_registered' })
      expect(await tested.succeed(login, { email: written, password })).toMatchObject({ userInfo: { email } })
    }
  })
})
