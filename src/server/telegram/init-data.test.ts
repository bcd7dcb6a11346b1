import { createHmac, generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readLaunch, telegramPublicKey, telegramTestKey } from './init-data.ts'

// The example of the community's documentation of Telegram mini apps.
const botToken = '5768337691:AAH5YkoiEuPk8-FZa32hStHTqXiLPtAEhx8'
const example =
  'query_id=AAHdF6IQAAAAAN0XohDhrOrc&user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%7D&auth_date=1662771648&hash=c501b71e775f74ce10e377dea85a7ea24ecd640b223ea86dfe453e0eaed2e2b2'
const signedAt = 1_662_771_648_000

const thirdParty =
  'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22Vladislav%20%2B%20-%20%3F%20%5C%2F%22%2C%22last_name%22%3A%22Kibenko%22%2C%22username%22%3A%22vdkfrost%22%2C%22language_code%22%3A%22ru%22%2C%22is_premium%22%3Atrue%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Ft.me%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2F4FPEE4tmP3ATHa57u6MqTDih13LTOiMoKoLDRG4PnSA.svg%22%7D&chat_instance=8134722200314281151&chat_type=private&auth_date=1733584787&hash=2174df5b000556d044f3f020384e879c8efcab55ddea2ced4eb752e93e7080d6&signature=zL-ucjNyREiHDE8aihFwpfR9aggP2xiAo3NSpfe-p7IbCisNlDKlo7Kb6G4D0Ao2mBrSgEk4maLSdv6MLIlADQ'

const minute = 60_000
const read = (initData: string, atMs = signedAt + minute) =>
  readLaunch(initData, { proof: { botToken }, maxAgeMs: 5 * minute, now: new Date(atMs) })

function signedBy(token: string, fields: Record<string, string>): string {
  const key = createHmac('sha256', 'WebAppData').update(token).digest()
  const lines = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
  const hash = createHmac('sha256', key).update(lines.join('\n')).digest('hex')
  return new URLSearchParams({ ...fields, hash }).toString()
}

describe('launch data signed for our bot', () => {
  test.each([
    ['nothing', ''],
    ['no hash', example.replace(/&hash=.*/, '')],
    ['a short hash', example.slice(0, -2)],
    ['a hash in capitals', example.replace(/hash=(.*)$/, (_, hash: string) => `hash=${hash.toUpperCase()}`)],
    ['the hash twice', `${example}&hash=${'0'.repeat(64)}`],
    ['the user twice', `${example}&user=%7B%22id%22%3A1%7D`],
    ['another user', example.replace('279058397', '279058398')],
    ['another date', example.replace('1662771648', '1662771649')],
    ['one more field', `${example}&start_param=x`],
    ['one field less', example.replace(/^query_id=[^&]*&/, '')],
    ['an empty field more', `${example}&x=`],
    ['a null byte', example.replace('Vladislav', 'Vladislav%00')],
    ['one bit of the hash flipped', example.replace(/2$/, '3')],
  ])('is refused with %s', (_name, initData) => {
    expect(read(initData)).toBeNull()
  })

  test.each([
    ['no user', { auth_date: '1662771648' }],
    ['a user that is no object', { auth_date: '1662771648', user: '7' }],
    ['an id that is no integer', { auth_date: '1662771648', user: '{"id":1.5,"first_name":"A"}' }],
    ['a negative id', { auth_date: '1662771648', user: '{"id":-5,"first_name":"A"}' }],
    ['an id in quotes', { auth_date: '1662771648', user: '{"id":"5","first_name":"A"}' }],
    ['no date', { user: '{"id":5,"first_name":"A"}' }],
    [
      'two fields in one line',
      { auth_date: '1662771648', query_id: 'x\ny=z', user: '{"id":5,"first_name":"A"}' },
    ],
    [
      'a field whose name holds two',
      { auth_date: '1662771648', 'x=y': 'z', user: '{"id":5,"first_name":"A"}' },
    ],
    ['a date in words', { auth_date: '1e9', user: '{"id":5,"first_name":"A"}' }],
  ])('is refused with %s, although signed', (_name, fields) => {
    expect(read(signedBy(botToken, fields as Record<string, string>))).toBeNull()
  })

  test('is refused with another user before the one that was signed', () => {
    const signed = signedBy(botToken, { auth_date: '1662771648', user: '{"id":5,"first_name":"A"}' })
    expect(read(signed)?.telegramId).toBe(5n)
    expect(read(`user=%7B%22id%22%3A1%2C%22first_name%22%3A%22A%22%7D&${signed}`)).toBeNull()
  })

  test('is read until it is exactly too old, and half a minute ahead', () => {
    expect(read(example, signedAt + 5 * minute)?.signedAt).toEqual(new Date(signedAt))
    expect(read(example, signedAt - 30_000)?.signedAt).toEqual(new Date(signedAt))
    expect(read(example, signedAt - 30_001)).toBeNull()
  })

  test('is refused when it is too old, from the future, or for another bot', () => {
    expect(read(example, signedAt + 5 * minute + 1)).toBeNull()
    expect(read(example, signedAt - 31_000)).toBeNull()
    const proof = { botToken: `${botToken}x` }
    expect(readLaunch(example, { proof, maxAgeMs: minute, now: new Date(signedAt) })).toBeNull()
  })

  test('names nobody by half a character, however long the name is', () => {
    const user = JSON.stringify({ id: 5, first_name: `A${'😀'.repeat(80)}` })
    const name = read(signedBy(botToken, { auth_date: '1662771648', user }))?.name
    expect(name).toBe(`A${'😀'.repeat(31)}`)
  })

  test('is read in any order of its fields, and names the same launch', () => {
    const turned = example.split('&').reverse().join('&')
    expect(read(turned)).toEqual(read(example))
    expect(read(example)).toMatchObject({ telegramId: 279058397n, name: '@vdkfrost', startParam: null })
    expect(read(example)?.hash).toBe(example.slice(-64))
  })
})

describe('launch data signed by Telegram for others', () => {
  const proof = { botId: '7342037359', publicKey: telegramPublicKey }
  const now = new Date(1_733_584_787_000)

  test('is refused for another bot, another key or another user', () => {
    expect(readLaunch(thirdParty, { proof: { ...proof, botId: '1' }, maxAgeMs: minute, now })).toBeNull()
    expect(
      readLaunch(thirdParty, { proof: { ...proof, publicKey: telegramTestKey }, maxAgeMs: minute, now }),
    ).toBeNull()
    const forged = thirdParty.replace('279058397', '279058398')
    expect(readLaunch(forged, { proof, maxAgeMs: minute, now })).toBeNull()
    const unsigned = thirdParty.replace(/&signature=.*/, '')
    for (const initData of [unsigned, thirdParty.slice(0, -1), `${thirdParty}A`, `${unsigned}&signature=`])
      expect(readLaunch(initData, { proof, maxAgeMs: minute, now })).toBeNull()
  })

  test('names one launch, whatever the last letter of its signature is', () => {
    const names = new Set<string | undefined>()
    for (const last of 'QRSTUVWXYZabcdef') {
      const launch = readLaunch(thirdParty.slice(0, -1) + last, { proof, maxAgeMs: minute, now })
      if (launch) names.add(launch.hash)
    }
    expect([...names]).toEqual([thirdParty.slice(-86)])
  })

  test('is read with the key that Telegram publishes', () => {
    expect(readLaunch(thirdParty, { proof, maxAgeMs: minute, now })?.telegramId).toBe(279058397n)
  })

  test('is read with a key of ours', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const fields = { auth_date: '1733584787', user: '{"id":5,"first_name":"A","last_name":"B"}' }
    const lines = `auth_date=${fields.auth_date}\nuser=${fields.user}`
    const signature = sign(null, Buffer.from(`1:WebAppData\n${lines}`), privateKey).toString('base64url')
    const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url').toString('hex')
    const initData = new URLSearchParams({ ...fields, hash: '0'.repeat(64), signature }).toString()
    const launch = readLaunch(initData, { proof: { botId: '1', publicKey: raw }, maxAgeMs: minute, now })
    expect(launch).toMatchObject({ telegramId: 5n, name: 'A B' })
  })
})
