import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { amount, description, email, englishName, line, paged, password, pin } from './field.ts'

const messageOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

describe('email', () => {
  test.each([
    'a@b',
    'a@b.c',
    'a@b.toolong',
    'ａ@x.co',
    'a@x.co\n',
    'a b@x.co',
    '"a"@x.co',
    '',
    null,
    ['a@x.co'],
    'a@x.c0',
    '@x.co',
  ])('refuses %j', value => {
    expect(messageOf(email, value)).toBe('email')
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
})
