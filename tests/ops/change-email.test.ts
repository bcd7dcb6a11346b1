import { beforeAll, describe, expect, test } from 'vitest'
import { getUser, login, undoEmail } from '../../src/contract/account.ts'
import { newCustomer } from '../fixtures/account/customer.ts'
import { type desk, deskOn } from '../fixtures/ops/desk.ts'
import { throughout } from '../fixtures/throughout.ts'
import { startWorld } from '../fixtures/world.ts'

const tested = throughout(startWorld)
let at: ReturnType<typeof desk>
let homeless: ReturnType<typeof desk>
beforeAll(async () => {
  at = await deskOn(tested.world.db, { PUBLIC_URL: 'https://glaze.example' })
  homeless = await deskOn(tested.world.db, { PUBLIC_URL: '' })
})

const move = (operator: string, from: string, to: string) =>
  at(operator)('users', 'change-email', from, '--to', to, '--note', 'video call')

describe('ops users change-email', () => {
  test('refuses what is no address, one that somebody has, nobody, and a letter without a link', async () => {
    const [customer, other] = [await newCustomer(tested), await newCustomer(tested)]
    expect((await move('ann', customer.email, 'a@b')).said).toContain('no e-mail address')
    expect((await move('ann', customer.email, other.email)).said).toContain('Somebody has this address')
    expect((await move('ann', 'nobody@mail.test', 'new@mail.test')).said).toContain('no customer')
    const call = ['users', 'change-email', customer.email, '--to', 'new@mail.test', '--note', 'x'] as const
    expect((await homeless('ann')(...call)).said).toContain('PUBLIC_URL')
    await tested.succeed(getUser, {}, customer.token)
  })

  test('is not done by one, by one twice, or by two who want different addresses', async () => {
    const customer = await newCustomer(tested)
    const to = `new-${customer.email}`
    expect((await move('ann', customer.email, to)).rows).toMatchObject([{ isChanged: false }])
    expect((await move('ann', customer.email, to)).isFailed).toBe(true)
    expect((await move('bob', customer.email, `other-${to}`)).rows).toMatchObject([{ isChanged: false }])
    expect(await tested.succeed(getUser, {}, customer.token)).toMatchObject({ email: customer.email })
    await tested.work()
    expect(tested.letters.filter(({ to: who }) => who === to)).toEqual([])
  })

  test('by two ends sessions, holds withdrawals and tells both addresses; the old one can take it back', async () => {
    const customer = await newCustomer(tested)
    const { email, password, token } = customer
    const to = `new-${email}`
    await move('ann', email, to)
    expect((await move('bob', email, to.toUpperCase())).rows).toMatchObject([{ isChanged: true }])
    expect(await tested.send(getUser, {}, token)).toMatchObject({ status: 401 })
    const { userInfo } = await tested.succeed(login, { email: to, password })
    expect(userInfo).toMatchObject({ id: customer.userId, holdUntil: expect.any(String) })
    await tested.work()
    expect(tested.letters.some(letter => letter.to === to && /e-mail address/.test(letter.subject))).toBe(
      true,
    )
    const letter = tested.letters.find(({ to: who, text }) => who === email && text.includes('undo='))
    const [, undo] = /https:\/\/glaze\.example\/#\S+undo=([0-9a-f]{64})/.exec(letter?.text ?? '') ?? []
    expect(await tested.succeed(undoEmail, { token: undo })).toEqual({ email })
    const { rows } = await at('ann')('audits', 'list', '--subject', customer.userId)
    expect(rows.map(({ verb }) => verb)).toEqual(
      expect.arrayContaining(['user.change-email.asked', 'user.change-email']),
    )
    expect(JSON.stringify(rows)).not.toContain(to)
  })
})
