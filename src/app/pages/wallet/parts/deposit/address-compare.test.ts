import { describe, expect, test } from 'vitest'
import { compareAddress } from './address-compare.ts'

const address = '0x5E47C8197cbf1a7437901d82c34797aCB8E69FdD'
const another = '0x52908400098527886E0F7030069857D2E4169EE7'
const alike = '0x5E47c8197CBF1A7437901D82C34797ACB8e09fDd'
const tron = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8'
const usdt = '0xdAC17F958D2ee523a2206206994597C13D831ec7'
const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const former = ['0x27b1fdb04752bbc536007a920d24acb045561c26']
const compared = (pasted: string) => compareAddress(pasted, { address, former, chain: 'ERC20' })

test.each([
  address,
  address.toLowerCase(),
  address.toUpperCase(),
  ` ${address}\n`,
  '0x5E47 C819 7cbf 1a74 3790 1d82 c347 97aC B8E6 9FdD',
  '0x5E47C8197cbf1a743790\n1d82c34797aCB8E69FdD',
  `ethereum:${address}`,
  `ETHEREUM:${address.toLowerCase()}`,
  `ethereum:${address}@1?value=1e18`,
  `ethereum:${usdt}/transfer?address=${address}&uint256=1e6`,
])('%j is ours', pasted => {
  expect(compared(pasted)).toEqual({ kind: 'same' })
})

test('another address of the same network is told, also within a link', () => {
  const other = { kind: 'other', address: another, isAlike: false }
  expect(compared(another)).toEqual(other)
  expect(compared(`ethereum:${another}`)).toEqual(other)
  expect(compared(`ethereum:${usdt}/transfer?address=${another}`)).toEqual(other)
})

test('one with the same four characters at both ends is told to be alike, whatever their case', () => {
  expect(compared(alike)).toEqual({ kind: 'other', address: alike, isAlike: true })
  expect(compared(`0x5E47${another.slice(6)}`)).toMatchObject({ isAlike: false })
  expect(compared(`${another.slice(0, 38)}9FdD`)).toMatchObject({ isAlike: false })
})

describe('what belongs to another network is told with its name', () => {
  test.each([
    [tron, 'TRC20'],
    [`${tron.slice(0, 4)} ${tron.slice(4)}`, 'TRC20'],
    [`tron:${tron}?amount=12`, 'TRC20'],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'BTC'],
    ['bitcoin:1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2?amount=0.01', 'BTC'],
    ['bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', 'BCH'],
    ['solana:7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK?amount=1', 'SOL'],
    ['ton://transfer/EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N?amount=1', 'TON'],
    [`ethereum:${address}@56`, 'BEP20'],
    [`ethereum:${usdt}@137/transfer?address=${address}`, 'Polygon'],
    [`ethereum:${address}@31337`, null],
    [`bnb:${address}`, null],
  ])('%j: %s', (pasted, network) => {
    expect(compared(pasted)).toEqual({ kind: 'network', network })
  })
})

test.each([
  '',
  ' ',
  'hello',
  '731905',
  address.slice(0, -1),
  `${address}0`,
  address.slice(2),
  `${address}\u200b`,
  address.replace('x', 'х'),
  `0x${'0'.repeat(40)}`,
  `0x${'a'.repeat(64)}`,
  `ethereum:${dai}/transfer?address=${address}&uint256=1`,
  `${location.origin}/#/pages/card/card`,
  `javascript:alert('${address}')`,
  'x'.repeat(4_096),
])('%j is no whole address', pasted => {
  expect(compared(pasted)).toEqual({ kind: 'unclear' })
})

test('an address whose letters mean something by their case is compared as it is written', () => {
  const onTron = (pasted: string) => compareAddress(pasted, { address: tron, former: [], chain: 'TRC20' })
  expect(onTron(`tron:${tron}`)).toEqual({ kind: 'same' })
  expect(onTron(`TJR${tron[3]?.toUpperCase()}${tron.slice(4)}`)).toMatchObject({
    kind: 'other',
    isAlike: true,
  })
  expect(onTron(address)).toEqual({ kind: 'network', network: 'ERC20' })
})
