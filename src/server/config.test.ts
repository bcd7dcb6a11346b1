import { HDKey } from '@scure/bip32'
import { mnemonicToSeedSync } from '@scure/bip39'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { telegramPublicKey, telegramTestKey } from './telegram/init-data.ts'

const environment = {
  PUBLIC_URL: 'https://glaze.example',
  TRUST_PROXY: '1',
  SECRET_KEY: '0123456789abcdef'.repeat(4),
  ISSUER_URL: 'https://issuer.example',
  ISSUER_KEY: 'key-of-the-issuer',
  ISSUER_WEBHOOK_SECRET: 'whsec_dGVzdC10ZXN0LXRlc3QtdGVzdC10ZXN0LXRlc3Q=',
  ISSUER_REVEAL_ORIGIN: 'https://issuer.example',
  CHAIN_URL: 'https://chain.example',
  CHAIN_ID: '1',
  CHAIN_TOKENS: `{"USDT":{"address":"0x${'1'.repeat(40)}","decimals":6},"USDC":{"address":"0x${'2'.repeat(40)}","decimals":6}}`,
  CHAIN_XPUB: `xpub${'1'.repeat(107)}`,
  CHAIN_HOT_KEY: 'fedcba9876543210'.repeat(4),
  RATES_URL: 'https://rates.example',
  SMTP_URL: 'smtps://mail.example',
  TELEGRAM_BOT_ID: '7342037359',
}

test('launch data of the test environment is never for customers: anybody may make it', () => {
  const withTestKey = { ...environment, TELEGRAM_PUBLIC_KEY: telegramTestKey }
  expect(() => readConfig(withTestKey)).toThrow('TELEGRAM_PUBLIC_KEY')
  expect(readConfig({ ...withTestKey, SANDBOX: '1' }).TELEGRAM_PUBLIC_KEY).toBe(telegramTestKey)
})

test("Telegram's own key is the one that is believed by default", () => {
  expect(readConfig(environment).TELEGRAM_PUBLIC_KEY).toBe(telegramPublicKey)
})

test('a new address waits a day at least, but in the sandbox', () => {
  const hasty = { ...environment, WITHDRAWAL_WAIT_SECONDS: '86399' }
  expect(() => readConfig(hasty)).toThrow('WITHDRAWAL_WAIT_SECONDS')
  expect(readConfig({ ...hasty, SANDBOX: '1' }).WITHDRAWAL_WAIT_SECONDS).toBe(86_399)
})

test('customers are told a week ahead of a renewal at least, outside of the sandbox', () => {
  const hasty = { ...environment, RENEWAL_NOTICE_SECONDS: String(7 * 86_400 - 1) }
  expect(() => readConfig(hasty)).toThrow('RENEWAL_NOTICE_SECONDS')
  expect(readConfig({ ...hasty, SANDBOX: '1' }).RENEWAL_NOTICE_SECONDS).toBe(604_799)
  expect(readConfig(environment).RENEWAL_NOTICE_SECONDS).toBe(30 * 86_400)
})

const places = ['PUBLIC_URL', 'ISSUER_URL', 'ISSUER_REVEAL_ORIGIN', 'CHAIN_URL', 'RATES_URL', 'SMTP_URL']
test.each([...places, 'TELEGRAM_API_URL'])('%s on this machine is for the sandbox only', name => {
  const local = { ...environment, [name]: name === 'SMTP_URL' ? 'smtp://localhost' : 'http://127.0.0.1:9' }
  expect(() => readConfig(local)).toThrow(`${name} point at this machine`)
  expect(readConfig({ ...local, SANDBOX: '1' })).toMatchObject({ SANDBOX: true })
})

test.each([
  ...[
    '127.0.0.2',
    '127.1',
    '0x7f000001',
    '2130706433',
    'LOCALHOST',
    'localhost.',
    'chain.localhost',
    '0.0.0.0',
    '0',
  ],
  ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:0.0.0.0]'],
])('%s is this machine, too', host => {
  expect(() => readConfig({ ...environment, CHAIN_URL: `http://${host}:8545` })).toThrow('CHAIN_URL point at')
  expect(() => readConfig({ ...environment, SMTP_URL: `smtp://${host}` })).toThrow('SMTP_URL point at')
})

test.each(['localhost.example', '128.0.0.1', '[::ffff:8.8.8.8]', '[2001:db8::1]'])('%s is another', host => {
  expect(readConfig({ ...environment, CHAIN_URL: `http://${host}:8545` })).toMatchObject({ SANDBOX: false })
})

test.each(['PUBLIC_URL', 'ISSUER_REVEAL_ORIGIN'])('%s is read by nobody on the way', name => {
  const plain = { ...environment, [name]: 'http://glaze.example' }
  expect(() => readConfig(plain)).toThrow(`${name} is not https`)
  expect(readConfig({ ...plain, SANDBOX: '1' })).toMatchObject({ [name]: 'http://glaze.example' })
})

test('whoever speaks TLS for us is believed: else all customers would come from one address', () => {
  const { TRUST_PROXY: _, ...unproxied } = environment
  expect(() => readConfig(unproxied)).toThrow('TRUST_PROXY is 0')
  expect(readConfig({ ...unproxied, SANDBOX: '1' }).TRUST_PROXY).toBe(0)
})

test('where customers reach us is named: what nobody sets is this machine', () => {
  const { PUBLIC_URL: _, ...nowhere } = environment
  expect(() => readConfig(nowhere)).toThrow('PUBLIC_URL point at this machine')
})

test('a deposit waits for a block at least, but in the sandbox', () => {
  const hasty = { ...environment, CHAIN_CONFIRMATIONS: '0' }
  expect(() => readConfig(hasty)).toThrow('CHAIN_CONFIRMATIONS')
  expect(readConfig({ ...hasty, SANDBOX: '1' }).CHAIN_CONFIRMATIONS).toBe(0)
})

const developers = HDKey.fromMasterSeed(mnemonicToSeedSync(`${'test '.repeat(11)}junk`))
test.each(['SECRET_KEY', 'CHAIN_HOT_KEY'])('%s that everybody has is for the sandbox only', name => {
  const keys = Array.from({ length: 10 }, (_, index) =>
    Buffer.from(developers.derive(`m/44'/60'/0'/0/${index}`).privateKey as Uint8Array).toString('hex'),
  )
  for (const key of [
    ...keys,
    keys[0]?.toUpperCase() as string,
    '00'.repeat(31).concat('01'),
    '11'.repeat(32),
  ]) {
    const known = { ...environment, [name]: key }
    expect(() => readConfig(known), key).toThrow(`${name} is no secret`)
    expect(readConfig({ ...known, SANDBOX: '1' })).toMatchObject({ [name]: key })
  }
})

test('what is wrong is said all at once and by name, whatever the tokens are', () => {
  const { RATES_URL: _, ...withoutRates } = environment
  const coarse = environment.CHAIN_TOKENS.replace('"decimals":6', '"decimals":2')
  for (const CHAIN_TOKENS of ['{USDT', '[]', coarse]) {
    expect(() => readConfig({ ...withoutRates, CHAIN_TOKENS })).toThrow(/CHAIN_TOKENS.*\n.*RATES_URL/)
  }
})

test('an address that others are built on may end in a slash', () => {
  const PUBLIC_URL = 'https://glaze.example/'
  const TELEGRAM_API_URL = 'https://bots.example/'
  expect(readConfig({ ...environment, PUBLIC_URL, TELEGRAM_API_URL })).toMatchObject({
    PUBLIC_URL: 'https://glaze.example',
    TELEGRAM_API_URL: 'https://bots.example',
  })
})

const short = {
  ISSUER_KEY: 'fifteen-letters',
  TELEGRAM_BOT_TOKEN: '7342037359:short',
}
test.each(Object.entries(short))('%s that could be guessed is for the sandbox only', (name, secret) => {
  const guessable = { ...environment, [name]: secret }
  expect(() => readConfig(guessable)).toThrow(new RegExp(`^${name} is .*short.*: (have|copy)`))
  expect(readConfig({ ...guessable, SANDBOX: '1' })).toMatchObject({ [name]: secret })
})

test.each(['SECRET_KEY', 'CHAIN_HOT_KEY'])('%s has 32 bytes anywhere, and how to make them is said', name => {
  for (const SANDBOX of ['0', '1'])
    expect(() => readConfig({ ...environment, SANDBOX, [name]: '22'.repeat(31) })).toThrow(
      `${name}: 32 bytes in hex are needed (openssl rand -hex 32)`,
    )
})

test('a key for push services is whole, and may be left out', () => {
  expect(readConfig(environment).VAPID_KEY).toBe('')
  const key = 'a'.repeat(43)
  expect(readConfig({ ...environment, VAPID_KEY: key }).VAPID_KEY).toBe(key)
  for (const VAPID_KEY of ['a'.repeat(42), 'b'.repeat(87), `${'a'.repeat(42)}=`])
    expect(() => readConfig({ ...environment, VAPID_KEY })).toThrow(/VAPID_KEY: .*generate-vapid-keys/)
})

test.each([3, 23])('a webhook secret of %s bytes is refused anywhere, and so is one of two', bytes => {
  const guessable = `whsec_${Buffer.alloc(bytes).toString('base64')}`
  for (const secret of [guessable, `${environment.ISSUER_WEBHOOK_SECRET},${guessable}`])
    for (const SANDBOX of ['0', '1'])
      expect(() => readConfig({ ...environment, SANDBOX, ISSUER_WEBHOOK_SECRET: secret })).toThrow(
        /ISSUER_WEBHOOK_SECRET: whsec_ and base64 of 24 bytes or more are needed/,
      )
})
