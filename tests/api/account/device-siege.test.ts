import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { login, sendEmail } from '../../../src/contract/account.ts'
import { tgLogin } from '../../../src/contract/telegram.ts'
import { codeWaitOver } from '../../fixtures/account/code-wait.ts'
import { newCustomer, type TestCustomer } from '../../fixtures/account/customer.ts'
import { launch, newTelegramId } from '../../fixtures/account/launch.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { startWorld } from '../../fixtures/world.ts'

// Whoever holds a customer's Telegram opens the app on as many devices as they like, and all of them are known from then on:
// that must not make a guess of any other secret likelier.

const tested = throughout(startWorld)

/** Gives a device that is known, each time another. */
async function thiefOf({ userId }: TestCustomer): Promise<() => Promise<string>> {
  const telegramId = newTelegramId()
  await sql`update users set telegram_id = ${telegramId} where id = ${userId}`.execute(tested.world.db)
  return async () => {
    const deviceKey = randomBytes(16).toString('hex')
    await tested.succeed(tgLogin, { initData: launch(tested, telegramId), deviceKey })
    return deviceKey
  }
}

test('codes to an address are a hundred a day from all known devices together', async () => {
  const customer = await newCustomer(tested)
  const { email } = customer
  const newDevice = await thiefOf(customer)
  let sent = 0
  for (let devices = 0; devices < 12; devices++) {
    const deviceKey = await newDevice()
    for (let codes = 0; codes < 10; codes++) {
      await codeWaitOver(tested.world.db, { email })
      const answer = await tested.send(sendEmail, { email, type: 'forget', lang: 'en', deviceKey })
      sent += 'code' in answer && answer.code === 1 ? 1 : 0
    }
  }
  expect(sent).toBeLessThanOrEqual(100)
  expect(sent).toBeGreaterThan(90)
})

test('wrong passwords are fifty a day on all known devices together, and right ones are none', async () => {
  const customer = await newCustomer(tested)
  const { email, password } = customer
  const newDevice = await thiefOf(customer)
  const mine = await newDevice()
  const enter = async (deviceKey: string, given: string) =>
    await tested.send(login, { email, password: given, deviceKey })
  let compared = 0
  for (let devices = 0; devices < 12; devices++) {
    const deviceKey = await newDevice()
    for (let tries = 0; tries < 5; tries++) {
      const { key } = (await enter(deviceKey, 'not the one 1')) as { key?: string }
      compared += key === 'credentials_wrong' ? 1 : 0
    }
    if (devices === 8) expect(await enter(mine, password)).toMatchObject({ code: 1 })
  }
  expect(compared).toBe(50)
  expect(await enter(mine, password)).toMatchObject({ key: 'password_locked' })
})
