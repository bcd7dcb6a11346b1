import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forget, updateEmail } from '../../../src/contract/account.ts'
import { codeFor, testPin } from '../../fixtures/account/customer.ts'
import { freshCode, guarded, wrongCode } from '../../fixtures/account/second-factor.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

// What somebody meets who errs often, or who means to.

let tested: TestWorld
beforeAll(async () => {
  tested = await startWorld()
})
afterAll(() => tested.close())

test('a code from a letter outlasts every try of the authenticator beside it', async () => {
  const customer = await guarded(tested)
  const { email } = customer
  const code = await codeFor(tested, { email, type: 'forget' })
  const deviceKey = randomBytes(16).toString('hex')
  const reset = (secondCode?: string) =>
    tested.send(forget, { email, password: 'celadon22', code, deviceKey, ...(secondCode && { secondCode }) })
  expect(await reset()).toMatchObject({ key: 'second_factor_required' })
  for (const triesLeft of [4, 3, 2, 1])
    expect(await reset(wrongCode(customer.secret))).toMatchObject({
      key: 'second_factor_incorrect',
      data: { triesLeft },
    })
  expect(await reset(await freshCode(tested, customer))).toMatchObject({ code: 1 })
})

test('so do both of another e-mail address, and a wrong one of them still takes its tries', async () => {
  const customer = await guarded(tested)
  const { email, token } = customer
  const to = `new-${email}`
  const code = await codeFor(tested, { email, type: 'updateEmail' })
  const newCode = await codeFor(tested, { email: to, type: 'newEmail' })
  const move = (more: object) =>
    tested.send(updateEmail, { email: to, code, newCode, pin: testPin, ...more }, token)
  const secondCode = wrongCode(customer.secret)
  for (let tries = 0; tries < 4; tries++)
    expect(await move({ secondCode })).toMatchObject({ key: 'second_factor_incorrect' })
  const wrong = newCode === '000000' ? '111111' : '000000'
  for (let tries = 0; tries < 4; tries++)
    expect(await move({ newCode: wrong, secondCode })).toMatchObject({ key: 'code_incorrect' })
  expect(await move({ secondCode: await freshCode(tested, customer) })).toMatchObject({ code: 1 })
})
