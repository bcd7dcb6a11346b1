import { getAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { evmTreasury } from '../../src/server/chain/treasuries/evm.ts'

const key = '22'.repeat(32)
const own = privateKeyToAccount(`0x${key}`).address
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

describe('reading an address of an evm chain', () => {
  const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
  const settings = { url: 'http://127.0.0.1:1', chainId: 1, confirmations: 12, blockSeconds: 12, key }
  const treasury = evmTreasury({ ...settings, tokens: { USDT: { address: token, decimals: 6 } } })
  const read = (address: string) => treasury.read(address)

  test.each([
    ['with its checksum', receiver],
    ['all in lower case', receiver.toLowerCase()],
    ['all in upper case', `0x${receiver.slice(2).toUpperCase()}`],
    ['all in upper case, as dense QR codes have it', receiver.toUpperCase()],
  ])('takes one %s, and gives it back with its checksum', (_what, typed) => {
    expect(read(typed)).toEqual({ problem: null, address: receiver })
  })

  test.each([
    '',
    'hello',
    '0x',
    receiver.slice(0, -1),
    `${receiver}0`,
    receiver.slice(2),
    ` ${receiver}`,
    `${receiver}\n`,
    receiver.replace('C', 'G'),
    receiver.replace('C', 'С'),
    'vitalik.eth',
    `ethereum:${receiver}`,
    `0x${'a'.repeat(64)}`,
  ])('takes %j for no address of any kind', typed => {
    expect(read(typed)).toEqual({ problem: 'format', address: typed, looksLike: null })
  })

  test('finds one letter in the wrong case', () => {
    for (const typed of [receiver.replace('C5', 'c5'), receiver.replace('dc79', 'Dc79')]) {
      expect(read(typed)).toEqual({ problem: 'checksum', address: typed, looksLike: null })
    }
  })

  test.each([
    ['TRC20', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
    ['TRC20', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c'],
    ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
    ['BTC', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
    ['BTC', 'BC1QAR0SRRR7XFKVY5L643LYDNW9RE59GTZZWF5MDQ'],
    ['BTC', 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr'],
    ['LTC', 'ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'],
    ['BCH', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
    ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
    ['XRP', 'rDsbeomae4FXwgQTJp9Rs64Qg9vDiTCdBv'],
    ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
    ['XLM', 'GDRXE2BQUC3AZNPVFSCEZ76NJ3WWL25FYFK6RGZGIEKWE4SOOHSUJUJ6'],
    ['ADA', 'addr1vpu5vlrf4xkxv2qpwngf6cjhtw542ayty80v8dyr49rf5eg0yu80w'],
    ['SOL', '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV'],
  ])('knows one of %s when it sees it', (looksLike, address) => {
    expect(read(address)).toEqual({ problem: 'other_network', address, looksLike })
  })

  test.each([
    ['the zero address', `0x${'0'.repeat(40)}`],
    ['where people burn', '0x000000000000000000000000000000000000dEaD'],
    ['where people burn too', '0xdead000000000000000042069420694206942069'],
    ['one digit', `0x${'e'.repeat(40)}`],
    ['a precompiled contract', `0x${'0'.repeat(39)}1`],
    ['a higher one', `0x${'0'.repeat(38)}0a`],
    ['the contract of a token of ours', token],
    ['the same in lower case', token.toLowerCase()],
  ])('knows that nobody is at %s', (_what, address) => {
    expect(read(address)).toEqual({ problem: 'nobody', address: getAddress(address), looksLike: null })
  })

  test('takes what stands beside those', () => {
    expect(read(`0x${'0'.repeat(35)}10000`).problem).toBeNull()
    expect(read(own)).toEqual({ problem: null, address: own })
  })
})
