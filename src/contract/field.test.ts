import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import {
  amount,
  areaCode,
  code,
  country,
  description,
  deviceKey,
  email,
  englishName,
  initData,
  keyword,
  line,
  list,
  nickname,
  paged,
  password,
  percent,
  phone,
  phrase,
  pin,
  signedAmount,
} from './field.ts'

const messageOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message
const letters = (count: number) => 'x'.repeat(count)
const digits = (count: number) => '7'.repeat(count)

describe('the edges of every field', () => {
  test.each<[string, z.ZodMiniType, string[]]>([
    ['an e-mail', email, [`${letters(249)}@x.co`, 'a@b.co', 'a@b.travel']],
    ['a password', password, [`${letters(7)}1`, `${letters(127)}1`]],
    ['a PIN', pin, ['123456', digits(32)]],
    ['a code', code, ['012345']],
    ['an English name', englishName, ['X', letters(50)]],
    ['a phone number', phone, [digits(5), digits(15)]],
    ['an area code', areaCode, ['+1', '+1684']],
    ['a country', country, ['CN']],
    ['a line', line, ['x', letters(200)]],
    ['a nickname', nickname, ['', letters(20)]],
    ['a phrase', phrase, ['看到我了', letters(30)]],
    ['words to look for', keyword, ['', letters(64)]],
    ['a description', description, [letters(6), '密码不能用了', letters(2000)]],
    ['an amount', amount, ['0', '1', '0.1', '1.00000001', digits(13)]],
    ['a signed amount', signedAmount, ['0', '1', '-0.1', '-1.00000001', `-${digits(13)}`]],
    ['a share', percent, ['0', '1.5', '0.25', '999']],
    ['a key of a device', deviceKey, ['0123456789abcdef0123456789abcdef']],
    ['launch data', initData, ['x', letters(8192)]],
  ])('%s at its least and its most is taken', (_name, schema, values) => {
    expect(values.map(value => schema.safeParse(value).data)).toEqual(values)
  })

  test.each<[string, string, z.ZodMiniType, string[]]>([
    ['an e-mail', 'email', email, [`${letters(250)}@x.co`]],
    ['a password', 'password', password, [`${letters(6)}1`, `${letters(128)}1`]],
    ['a PIN', 'pin', pin, [digits(5), digits(33)]],
    ['a code', 'code', code, [digits(5), digits(7)]],
    ['an English name', 'englishName', englishName, ['', letters(51)]],
    ['a phone number', 'phone', phone, [digits(4), digits(16)]],
    ['an area code', 'areaCode', areaCode, ['+', '86', '+12345']],
    ['a country', 'country', country, ['C', 'CHN', 'cn']],
    ['a line', 'tooLong', line, [letters(201)]],
    ['a nickname', 'tooLong', nickname, [letters(21)]],
    ['a nickname', 'text', nickname, ['a\u0000b']],
    ['a phrase', 'phrase', phrase, [letters(3), letters(31)]],
    ['a phrase', 'text', phrase, ['abc\u2028d', 'abc\u202ed']],
    ['a description', 'description', description, [letters(5), `${letters(5)} 😀`]],
    ['a description', 'tooLong', description, [letters(2001)]],
    ['words to look for', 'text', keyword, ['a\u0000b', '\ud83d']],
    ['words to look for', 'Invalid input', keyword, [letters(65)]],
    ['an amount', 'amount', amount, [digits(14), '1.', '01', '-0.1']],
    ['a signed amount', 'amount', signedAmount, [`-${digits(14)}`, '1.123456789', '-01', '+1']],
    ['a share', 'Invalid input', percent, ['1000', '1.', '0.125', '-1']],
    ['a key of a device', 'deviceKey', deviceKey, [digits(31), digits(33), letters(32)]],
    ['launch data', 'initData', initData, ['', letters(8193)]],
  ])('%s beyond them is refused as %j', (_name, message, schema, values) => {
    expect(values.map(value => [value, messageOf(schema, value)])).toEqual(values.map(v => [v, message]))
  })
})

describe('email', () => {
  test.each([
    'a',
    'a@b',
    'a@b.c',
    'a@b.toolong',
    'ａ@x.co',
    'a@x.co\n',
    'a b@x.co',
    '"a"@x.co',
    null,
    ['a@x.co'],
    'a@x.c0',
    '@x.co',
  ])('refuses %j', value => {
    expect(messageOf(email, value)).toBe('email')
  })

  test('says of nothing that it is missing', () => {
    expect(messageOf(email, '')).toBe('required')
  })

  test('refuses ten thousand characters in no time', () => {
    expect(messageOf(email, `${'a.'.repeat(5000)}@x.co`)).toBe('email')
    expect(messageOf(email, `a@${'a.'.repeat(120)}`)).toBe('email')
  })

  test.each(['a@b.co', 'first.last_1-2@mail.example.travel', 'A@X.CO'])('takes %s', value => {
    expect(email.safeParse(value).success).toBe(true)
  })
})

describe('password', () => {
  test.each(['abcdefgh', '12345678', 'abc1234', '', 12345678])('refuses %j', value => {
    expect(messageOf(password, value)).toBe('password')
  })

  test.each(['abcd1234', '密码密码密码a1', `${'x'.repeat(127)}1`])('takes %s', value => {
    expect(password.safeParse(value).success).toBe(true)
  })
})

describe('pin', () => {
  test('needs six characters of any kind', () => {
    expect(messageOf(pin, '12345')).toBe('pin')
    expect(pin.safeParse('abc-de').success).toBe(true)
  })
})

describe('amount', () => {
  test.each(['-1', '1e3', ' 1', '１', 1.5, '', null, ['1'], '1.123456789', '00.1'])('refuses %j', value => {
    expect(messageOf(amount, value)).toBe('amount')
  })
})

describe('names and lines', () => {
  test('a name is English letters', () => {
    expect(messageOf(englishName, '张三')).toBe('englishName')
    expect(messageOf(englishName, 'R2D2')).toBe('englishName')
    expect(englishName.safeParse("Anne-Marie O'Neil Jr.").success).toBe(true)
  })

  test('a line is trimmed, not empty and free of control characters', () => {
    expect(messageOf(line, '   ')).toBe('required')
    expect(messageOf(line, 'a\u0000b')).toBe('text')
    expect(line.parse('  幸福路 1 号 ')).toBe('幸福路 1 号')
  })
})

describe('a description', () => {
  test.each(['ab cde', 'I paid', 'no\npay', 'a b c d', '帮我查一下吧'])(
    'of six characters will do: %j',
    value => {
      expect(description.safeParse(value).success).toBe(true)
    },
  )

  test.each(['ab cd', 'a     b', '  abcde  ', '', '😀😀 😀😀 😀😀 😀😀', '帮我查一下'])(
    'of less will not: %j',
    value => {
      expect(messageOf(description, value)).toBe('description')
    },
  )
})

describe('paged', () => {
  test('clamps the size, counts page 0 as 1, refuses the rest', () => {
    const schema = z.strictObject(paged(100))
    expect(schema.parse({ pageSize: '5000', page: '0' })).toEqual({ pageSize: 100, page: 1 })
    expect(schema.safeParse({ pageSize: '-1', page: '1' }).success).toBe(false)
    expect(schema.safeParse({ pageSize: '1e1', page: '1' }).success).toBe(false)
  })

  test('takes sizes from one to a hundred, or to what is said, and pages of nine digits', () => {
    const sizeOf = (pageSize: unknown, max?: number) => paged(max).pageSize.parse(pageSize)
    expect([0, '0', 1, 100, 101].map(size => sizeOf(size))).toEqual([1, 1, 1, 100, 100])
    expect(sizeOf(30, 20)).toBe(20)
    expect(paged().page.parse(digits(9))).toBe(777_777_777)
    expect(paged().page.safeParse(digits(10)).success).toBe(false)
  })
})

describe('list', () => {
  test('is the rows of one page and the count of all, and nothing else', () => {
    const schema = list(z.string())
    const page = { list: ['a', 'b'], total: 12, page: 1, pageSize: 2 }
    expect(schema.parse(page)).toEqual(page)
    expect(schema.safeParse({ ...page, more: true }).success).toBe(false)
    expect(schema.safeParse({ ...page, total: 1.5 }).success).toBe(false)
  })
})
