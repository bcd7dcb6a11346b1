import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { checkPin, getUser, logout, updateToken } from '../../../src/contract/account.ts'
import { openDatabase, transaction } from '../../../src/server/database/database.ts'
import { forgetOld } from '../../../src/server/jobs/forget-old.ts'
import { enqueue } from '../../../src/server/jobs/queue/outbox.ts'
import { codeFor, newCustomer, withPin } from '../../fixtures/account/customer.ts'
import { boundCustomer } from '../../fixtures/account/launch.ts'
import { urlOf } from '../../fixtures/postgres.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)

async function countOf(table: 'spent_tokens' | 'email_codes' | 'attempts' | 'telegram_launches') {
  const { rows } = await sql<{ count: bigint }>`select count(*) from ${sql.table(table)}`.execute(
    tested.world.db,
  )
  return Number(rows[0]?.count)
}

describe('what has had its time', () => {
  test('goes, but for wrong PINs in a row and tokens of live sessions', async () => {
    const customer = await newCustomer(tested)
    await withPin(tested, customer)
    await tested.send(checkPin, { pin: '000000' }, customer.token)
    const rotate = async (from: string) => {
      await tested.succeed(getUser, {}, from)
      await sql`update sessions set rotated_at = rotated_at - interval '1 minute',
        token_used_at = token_used_at - interval '1 minute'`.execute(tested.world.db)
      return (await tested.succeed(updateToken, {}, from)).token
    }
    const token = await rotate(await rotate(customer.token))
    await sql`update attempts set window_ends_at = window_ends_at - interval '30 days'`.execute(
      tested.world.db,
    )
    await sql`update email_codes set expires_at = expires_at - interval '30 days'`.execute(tested.world.db)

    await forgetOld.run(tested.world)
    expect(await countOf('email_codes')).toBe(0)
    expect(await countOf('attempts')).toBe(1)
    expect(await countOf('spent_tokens')).toBe(1)
    const wrong = await tested.send(checkPin, { pin: '000000' }, token)
    expect(wrong).toMatchObject({ data: { triesLeft: 3 } })

    await tested.succeed(logout, {}, token)
    await forgetOld.run(tested.world)
    expect(await countOf('spent_tokens')).toBe(0)
  })

  test('goes however much it is', async () => {
    await sql`insert into attempts (subject, count, window_ends_at)
      select 'password:' || n, 1, now() - interval '2 days' from generate_series(1, 45000) n`.execute(
      tested.world.db,
    )
    const before = await countOf('attempts')
    await forgetOld.run(tested.world)
    expect(await countOf('attempts')).toBe(before - 45_000)
  })

  test('goes a month after it was given up', async () => {
    const { db } = tested.world
    const letter = {
      to: 'nobody@mail.test',
      lang: 'en',
      subject: '',
      text: '',
      html: '',
      userId: null,
    } as const
    const givenUp = async (days: number, isDead = true) => {
      const key = randomUUID()
      await enqueue(db, 'send-letter', letter, { key, runAt: new Date(Date.now() - days * 86_400_000) })
      await db.updateTable('jobs').set({ is_dead: isDead }).where('key', '=', key).execute()
      return key
    }
    const keys = [await givenUp(31), await givenUp(29), await givenUp(31, false)]
    await forgetOld.run(tested.world)
    const left = await db.selectFrom('jobs').select('key').where('key', 'in', keys).orderBy('id').execute()
    expect(left.map(({ key }) => key)).toEqual(keys.slice(1))
  })

  test('goes although something else cannot be deleted yet', async () => {
    const { email } = await boundCustomer(tested)
    await codeFor(tested, { email, type: 'forget' })
    const { db } = tested.world
    await sql`update email_codes set expires_at = expires_at - interval '30 days'`.execute(db)
    await sql`update telegram_launches set expires_at = expires_at - interval '30 days'`.execute(db)
    const hasty = openDatabase({ url: await urlOf(db) })
    await transaction(db, async held => {
      await sql`select from email_codes for update`.execute(held)
      await expect(forgetOld.run({ ...tested.world, db: hasty })).rejects.toThrow('lock timeout')
    }).finally(() => hasty.destroy())
    expect(await countOf('telegram_launches')).toBe(0)
  })
})
