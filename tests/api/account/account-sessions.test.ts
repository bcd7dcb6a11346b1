import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, login, logout, updateToken } from '../../../src/contract/account.ts'
import { begin, join, tested } from '../../fixtures/account/newcomer.ts'

beforeAll(begin)
afterAll(() => tested.close())

describe('sessions', () => {
  const used = (token: string) => tested.send(getUser, {}, token)
  const pass = (seconds: number, userId: string) =>
    sql`update sessions set token_used_at = token_used_at - ${seconds} * interval '1 second',
      rotated_at = rotated_at - ${seconds} * interval '1 second',
      expires_at = expires_at - ${seconds} * interval '1 second' where user_id = ${userId}`.execute(
      tested.world.db,
    )

  test.each(['', 'x', 'undefined', '0'.repeat(64), `${'0'.repeat(63)}g`, '0'.repeat(5000)])(
    'refuses %s as a token',
    async token => {
      const response = await tested.http.inject({
        method: 'POST',
        url: getUser.path,
        payload: {},
        headers: { 'x-access-token': token },
      })
      expect(response.statusCode).toBe(401)
    },
  )

  test('a token in the query is no token', async () => {
    const { token } = await join()
    const url = `${getUser.path}?X-Access-Token=${token}&token=${token}`
    expect((await tested.http.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(401)
  })

  test('the old token stays good until the new one is used, and ten seconds longer; then it ends the session', async () => {
    const { token, userId } = await join()
    const renewed = await tested.succeed(updateToken, {}, token)
    expect(renewed.token).not.toBe(token)
    await pass(3600, userId)
    expect(await used(token)).toMatchObject({ code: 1 })
    expect(await used(renewed.token)).toMatchObject({ code: 1 })
    expect(await used(token)).toMatchObject({ code: 1 })
    await pass(11, userId)
    expect(await used(token)).toMatchObject({ status: 401 })
    expect(await used(renewed.token)).toMatchObject({ status: 401 })
  })

  test('a token from before the last two ends the session', async () => {
    const { token, userId } = await join()
    const second = await tested.succeed(updateToken, {}, token)
    await used(second.token)
    await pass(11, userId)
    const third = await tested.succeed(updateToken, {}, second.token)
    expect(third.token).not.toBe(second.token)
    await used(third.token)
    expect(await used(token)).toMatchObject({ status: 401 })
    expect(await used(third.token)).toMatchObject({ status: 401 })
  })

  test('ten renewals at once, and a repeat after a lost answer, give one new token', async () => {
    const { token, userId } = await join()
    const renewed = await Promise.all(
      Array.from({ length: 10 }, () => tested.succeed(updateToken, {}, token)),
    )
    expect(new Set(renewed.map(answer => answer.token)).size).toBe(1)
    await pass(60, userId)
    const again = await tested.succeed(updateToken, {}, token)
    expect(again.token).toBe(renewed[0]?.token)
    expect(await used(again.token)).toMatchObject({ code: 1 })
  })

  test('a session nobody used for 30 days is over; a used one goes on', async () => {
    const { token, userId } = await join()
    await used(token)
    await pass(29 * 86_400, userId)
    expect(await used(token)).toMatchObject({ code: 1 })
    await pass(29 * 86_400, userId)
    expect(await used(token)).toMatchObject({ code: 1 })
    await pass(30 * 86_400 + 1, userId)
    expect(await used(token)).toMatchObject({ status: 401 })
  })

  test('logout ends this session at once, with both of its tokens, and no other', async () => {
    const { token, email, password } = await join()
    const other = await tested.succeed(login, { email, password })
    const renewed = await tested.succeed(updateToken, {}, token)
    await tested.succeed(logout, {}, token)
    expect(await used(token)).toMatchObject({ status: 401 })
    expect(await used(renewed.token)).toMatchObject({ status: 401 })
    expect(await used(other.token)).toMatchObject({ code: 1 })
  })

  test('no token is in the database', async () => {
    const { token, userId } = await join()
    const { rows } = await sql`select * from sessions where user_id = ${userId}`.execute(tested.world.db)
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
