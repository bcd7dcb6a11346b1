import { expect, test } from 'vitest'
import { hashSecret, isSecret } from './hashing.ts'

test('what is kept of a secret is argon2id at the cost that OWASP asks for, and nobody’s secret fits nobody', async () => {
  expect(await hashSecret('porcelain1')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isSecret('nobody has this one', null)).toBe(false)
})

test('who is signed in is compared before strangers who wait, and has a place when theirs are full', async () => {
  const pinHash = await hashSecret('246801', 'customers')
  const order: string[] = []
  const logIns = Array.from({ length: 220 }, () =>
    isSecret('porcelain1', null).then(
      () => order.push('log-in'),
      ({ statusCode }) => order.push(String(statusCode)),
    ),
  )
  const pin = isSecret('246801', pinHash, 'customers').then(isRight => order.push(`PIN ${isRight}`))
  await pin
  expect(order.filter(what => what === '503')).toHaveLength(16)
  expect(order.filter(what => what === 'log-in').length).toBeLessThan(20)
  expect(order.at(-1)).toBe('PIN true')
  await Promise.all(logIns)
})
