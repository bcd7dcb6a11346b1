import { createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { telegramOf } from './init-data.ts'

const botToken = '1234567890:AAtest'
const privateKey = generateKeyPairSync('ed25519')
  .privateKey.export({ format: 'der', type: 'pkcs8' })
  .toString('base64')
const telegram = telegramOf({ botToken, privateKey })
const user = { id: 7, first_name: '林', language_code: 'zh-hans' }

function lines(initData: string, without: string[]) {
  const pairs = [...new URLSearchParams(initData)].filter(([name]) => !without.includes(name))
  return pairs
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('\n')
}

test('signs launch data with the bot token, as Telegram describes it', () => {
  const { initData } = telegram.launch({ user, startParam: 'r_AB-1' })
  const secret = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const hash = createHmac('sha256', secret)
    .update(lines(initData, ['hash']))
    .digest('hex')
  const fields = new URLSearchParams(initData)
  expect(fields.get('hash')).toBe(hash)
  expect(fields.get('start_param')).toBe('r_AB-1')
  expect(JSON.parse(fields.get('user') ?? '')).toMatchObject(user)
})

test('signs for third parties with the key it publishes', () => {
  const { initData } = telegram.launch({ user })
  const x = Buffer.from(telegram.settings.TELEGRAM_PUBLIC_KEY, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const text = Buffer.from(`1234567890:WebAppData\n${lines(initData, ['hash', 'signature'])}`)
  const signature = Buffer.from(new URLSearchParams(initData).get('signature') ?? '', 'base64url')
  expect(verify(null, text, key, signature)).toBe(true)
})

test('puts everything a client gives into the hash of the address', () => {
  const { initData, launchHash } = telegram.launch({
    user,
    platform: 'ios',
    ageSeconds: 100_000,
    startParam: 'x',
  })
  const hash = new URLSearchParams(launchHash)
  expect(hash.get('tgWebAppData')).toBe(initData)
  expect(hash.get('tgWebAppPlatform')).toBe('ios')
  expect(hash.get('tgWebAppStartParam')).toBe('x')
  expect(Date.now() / 1000 - Number(new URLSearchParams(initData).get('auth_date'))).toBeGreaterThan(99_999)
})
