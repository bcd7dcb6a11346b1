import { describe, expect, test } from 'vitest'
import { meaningOf } from './meaning.ts'

const to = '0x52908400098527886E0F7030069857D2E4169EE7'
const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const here = location.origin

describe('an invitation', () => {
  test.each([
    `${here}/#/pages/sharePage/sharePage?refer=GLAZE1&lang=zh`,
    `${here}/?refer=GLAZE1#/pages/sharePage/sharePage`,
    `${here}/?lang=zh&refer=GLAZE1#/pages/sharePage/sharePage?refer=GLAZE1`,
    `${here}/?refer=GLAZE1`,
    `${here}?refer=GLAZE1&lang=en`,
    `${here}/#/?refer=GLAZE1`,
    `${here}/#/pages/register/register?refer=GLAZE1`,
    `  ${here}/#/pages/sharePage/sharePage?refer=GLAZE1\n`,
  ])('%j', text => {
    expect(meaningOf(text)).toEqual({ kind: 'invitation', refer: 'GLAZE1' })
  })

  test.each([1, 64])('may have a code of %i characters', length => {
    const refer = 'x'.repeat(length)
    expect(meaningOf(`${here}/?refer=${refer}`)).toEqual({ kind: 'invitation', refer })
  })

  test.each(['', 'a b', '<b>', '../x', 'x'.repeat(65)])('with the code %j is none', refer => {
    expect(meaningOf(`${here}/?refer=${encodeURIComponent(refer)}`).kind).toBe('unknown')
  })
})

describe('an address or payment link', () => {
  test.each([
    [to, {}],
    [` ${to}\n`, {}],
    [to.toLowerCase(), { to: to.toLowerCase() }],
    [`ethereum:${to}`, { coin: 'ETH' }],
    [`ETHEREUM:${to}`, { coin: 'ETH' }],
    [`ethereum:pay-${to}@1`, { coin: 'ETH' }],
    [`ethereum:${to}?value=2.014e18`, { coin: 'ETH', amount: '2.014' }],
    [`ethereum:${to}?value=1`, { coin: 'ETH', amount: '0.000000000000000001' }],
    [`ethereum:${to}?value=1.50e1`, { coin: 'ETH', amount: '0.000000000000000015' }],
    [`ethereum:${to}?value=+2.0e18`, { coin: 'ETH', amount: '2' }],
    [`ethereum:${to}?value=1e31`, { coin: 'ETH', amount: '10000000000000' }],
    [`ethereum:${to}?value=${'0'.repeat(39)}9`, { coin: 'ETH', amount: '0.000000000000000009' }],
    [`ethereum:${usdt}/transfer?address=${to}&uint256=1`, { coin: 'USDT', amount: '0.000001' }],
    [`ethereum:${to}@1?value=1500000000000000000&gas=21000`, { coin: 'ETH', amount: '1.5' }],
    [`ethereum:${usdt}/transfer?address=${to}&uint256=12500000`, { coin: 'USDT', amount: '12.5' }],
    [`ethereum:${usdt}@1/transfer?address=${to}&uint256=1e6`, { coin: 'USDT', amount: '1' }],
    [`ethereum:${usdc}/transfer?address=${to}`, { coin: 'USDC' }],
    [`ethereum:${usdc}/transfer?uint256=2.50e6&address=${to}`, { coin: 'USDC', amount: '2.5' }],
  ])('%j', (text, more) => {
    expect(meaningOf(text)).toEqual({ kind: 'payment', to, chain: 'ERC20', ...more })
  })

  test('in a token we do not hold is not made in another coin', () => {
    expect(meaningOf(`ethereum:${dai}/transfer?address=${to}&uint256=1e18`)).toMatchObject({ why: 'token' })
  })

  test.each([
    usdt,
    usdc.toLowerCase(),
    `ethereum:${usdt}`,
    `ethereum:pay-${usdc}@1?value=1e18`,
    `ethereum:${usdt}/transfer?address=${usdt}&uint256=1e6`,
    `ethereum:${usdt}/transfer?address=${usdc}&uint256=1e6`,
  ])('to the contract of a token is not made: %j', text => {
    expect(meaningOf(text)).toMatchObject({ kind: 'unknown', why: 'contract', text })
  })

  test('on a network we do not serve is not made on ours', () => {
    expect(meaningOf(`ethereum:${to}@56?value=1e18`)).toMatchObject({ why: 'network' })
    expect(meaningOf(`ethereum:${usdt}@constructor/transfer?address=${to}`).kind).toBe('unknown')
  })

  test.each([
    `0x${'0'.repeat(40)}`,
    `ethereum:0x${'0'.repeat(40)}`,
    to.slice(0, -1),
    `${to}0`,
    `ethereum:${to.slice(0, -1)}`,
    'ethereum:vitalik.eth',
    `ethereum:${to}?value=-1`,
    `ethereum:${to}?value=0`,
    `ethereum:${to}?value=1.5`,
    `ethereum:${to}?value=1.25e1`,
    `ethereum:${to}?value=1e32`,
    `ethereum:${to}?value=1e99`,
    `ethereum:${to}?value=1e031`,
    `ethereum:${to}?value=${'0'.repeat(40)}9`,
    `ethereum:${to}?value=0x10`,
    `ethereum:${to}?value=`,
    `ethereum:${to}?value=${'9'.repeat(60)}`,
    `ethereum:${usdt}/approve?address=${to}&uint256=1e6`,
    `ethereum:${usdt}/transfer?uint256=1e6`,
    `ethereum:${usdt}/transfer?address=javascript:alert(1)&uint256=1e6`,
    'bitcoin:',
    'TJRabPrwbZy45sbavfcjinPJC18kjpRTv80',
  ])('is not seen in %j', text => {
    expect(meaningOf(text)).toMatchObject({ kind: 'unknown', why: 'foreign' })
  })
})

test.each([
  'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  'tron:TJRabPrwbZy45sbavfcjinPJC18kjpRTv8?amount=12',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
  'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4?amount=0.01',
  '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
  'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9',
  'solana:7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK?amount=1',
])('%j belongs to a network we do not serve', text => {
  expect(meaningOf(text)).toEqual({ kind: 'unknown', why: 'network', text })
})

test('a link of another network is one from 25 characters on', () => {
  expect(meaningOf(`ripple:${'r'.repeat(25)}`)).toMatchObject({ why: 'network' })
  expect(meaningOf(`ripple:${'r'.repeat(24)}`)).toMatchObject({ why: 'foreign' })
})

describe('a place of this app', () => {
  test.each([
    [`${here}/#/pages/card/card`, '/pages/card/card'],
    [`${here}/#/pages/cardDetail/cardDetail?id=1`, '/pages/cardDetail/cardDetail?id=1'],
    [`${here}/`, '/'],
    [`${here}/#/pages/card/card?tgWebAppData=user%3D1&id=2`, '/pages/card/card?id=2'],
  ])('%j', (text, route) => {
    expect(meaningOf(text)).toEqual({ kind: 'place', route })
  })
})

describe('an activation code', () => {
  test.each(['731905', ' 000000\n'])('%j', text => {
    expect(meaningOf(text)).toEqual({ kind: 'activation', code: text.trim() })
  })

  test.each(['73190', '7319055', '731 905', '73190a', '７３１９０５', `${here}/731905`, '731905\n731906'])(
    'is not seen in %j',
    text => {
      expect(meaningOf(text)).toMatchObject({ kind: 'unknown' })
    },
  )
})

const hostile = [
  '',
  ' ',
  'hello',
  '/pages/user/user',
  '#/pages/user/user',
  'javascript:alert(1)',
  'JavaScript:alert(document.domain)//',
  'java\nscript:alert(1)',
  `javascript:location='${here}/#/pages/card/card'`,
  'data:text/html,<script>alert(1)</script>',
  'https://evil.example/#/pages/user/user',
  'https://evil.example/?refer=GLAZE1',
  `https://evil.example/${here}/#/pages/user/user`,
  `${here}.evil.example/?refer=GLAZE1`,
  `${here}@evil.example/?refer=GLAZE1`,
  `${here.replace('://', '://me@')}/?refer=GLAZE1`,
  `${here.replace('://', '://me:x@')}/#/pages/user/user`,
  `${here}/api/common/exchangeRate`,
  `${here}/index.html?refer=GLAZE1`,
  `${here}/#//evil.example`,
  `${here}/#/pages/nowhere/nowhere`,
  `${here}/#/pages/card/card\\..\\evil`,
  `${here}/#/pages/\u202ecard/card`,
  `${here}/\t#/pages/card/card`,
  `\u0000${here}/`,
  'tg://resolve?domain=evil',
  'https://t.me/evil?startapp=r_X',
  'wc:8a5e5bdc@2?relay-protocol=irn&symKey=1',
  `ethereum:${to}\u0000?value=1`,
  `${to}\u202e`,
  'x'.repeat(4_096),
  `${here}/?refer=GLAZE1&pad=${'x'.repeat(4_096)}`,
  `ethereum:${to}?value=1&pad=${'x'.repeat(4_096)}`,
]

describe('anything else', () => {
  test.each(hostile)('is shown and nothing more: %j', text => {
    const meaning = meaningOf(text)
    if (meaning.kind !== 'unknown') throw new Error(`taken for ${meaning.kind}`)
    expect(meaning.why).toBe('foreign')
    expect(meaning.text.length).toBeLessThanOrEqual(2_049)
    expect(meaning.text).not.toMatch(/[^\n\P{C}]|[\p{Zl}\p{Zp}]/u)
  })

  test('is what is longer than 2,048 characters, which is told where it was cut off', () => {
    const padded = (length: number) => `ethereum:${to}?value=1&pad=`.padEnd(length, 'x')
    expect(meaningOf(` ${padded(2_048)} `)).toMatchObject({ kind: 'payment' })
    expect(meaningOf(padded(2_049))).toMatchObject({ kind: 'unknown', text: `${padded(2_048)}…` })
    expect(meaningOf('x'.repeat(2_048))).toMatchObject({ text: 'x'.repeat(2_048) })
  })

  test('keeps its lines and shows what would be invisible', () => {
    expect(meaningOf('a\r\nb\u202ec\u0007')).toMatchObject({ text: 'a\nb\ufffdc\ufffd' })
  })
})
