import type { KeyObject } from 'node:crypto'
import { createHmac, randomInt, sign } from 'node:crypto'
import { tgBind } from '../../src/contract/telegram.ts'
import type { TestWorld } from '../world.ts'
import { newCustomer, type TestCustomer } from './customer.ts'

export const newTelegramId = () => randomInt(1, 2 ** 40)

interface Launched {
  ageSeconds?: number
  botToken?: string
  startParam?: string
}

/** Launch data as Telegram signs it for our bot. */
export function launch(
  tested: TestWorld,
  telegramId: number,
  { ageSeconds = 0, botToken = '', startParam }: Launched = {},
): string {
  const fields = fieldsOf(telegramId, { ageSeconds, startParam })
  const key = createHmac('sha256', 'WebAppData')
    .update(botToken || (tested.world.config.TELEGRAM_BOT_TOKEN as string))
    .digest()
  const hash = createHmac('sha256', key).update(linesOf(fields)).digest('hex')
  return new URLSearchParams({ ...fields, hash }).toString()
}

/** Launch data as Telegram signs it for those who do not hold the bot's token. */
export function launchForOthers(
  telegramId: number,
  { botId, key }: { botId: string; key: KeyObject },
): string {
  const fields = fieldsOf(telegramId, {})
  const text = Buffer.from(`${botId}:WebAppData\n${linesOf(fields)}`)
  const signature = sign(null, text, key).toString('base64url')
  return new URLSearchParams({ ...fields, signature, hash: '0'.repeat(64) }).toString()
}

/** A customer with a Telegram user of their own. */
export async function boundCustomer(tested: TestWorld): Promise<TestCustomer & { telegramId: number }> {
  const customer = await newCustomer(tested)
  const telegramId = newTelegramId()
  await bind(tested, customer, telegramId)
  return { ...customer, telegramId }
}

export const bind = (tested: TestWorld, { email, password }: TestCustomer, telegramId: number) =>
  tested.succeed(tgBind, { initData: launch(tested, telegramId), email, password })

function fieldsOf(
  telegramId: number,
  { ageSeconds = 0, startParam }: Pick<Launched, 'ageSeconds'> & { startParam?: string | undefined },
): Record<string, string> {
  return {
    auth_date: String(Math.floor(Date.now() / 1000) - ageSeconds),
    query_id: crypto.randomUUID(),
    ...(startParam !== undefined && { start_param: startParam }),
    user: JSON.stringify({ id: telegramId, first_name: '青 +', username: 'celadon' }),
  }
}

/** The fields above are in the order of their names already. */
function linesOf(fields: Record<string, string>): string {
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')
}
