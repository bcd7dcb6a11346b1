import { expect, test } from 'vitest'
import { txHashIn } from './tx-hash.ts'

const bare = 'ab'.repeat(32)
const hash = `0x${bare}`

test.each([
  ['the hash', hash],
  ['without its first two characters', bare],
  ['in capitals, with blanks around it', `  0X${bare.toUpperCase()}\n`],
  ['in full width, as some keyboards write', `０ｘ${'ａｂ'.repeat(32)}`],
  ['a link of an explorer', `https://etherscan.io/tx/${hash}?lang=en#eventlog`],
  ['words around it', `TxID：${hash}，已发出`],
])('finds %s', (_what, text) => expect(txHashIn(text)).toBe(hash))

test.each([
  ['nothing', ''],
  ['an address', `0x${'ab'.repeat(20)}`],
  ['one that is cut off', hash.slice(0, -1)],
  ['more than a hash', `${hash}ab`],
  ['a word', 'deposit'],
])('finds none in %s', (_what, text) => expect(txHashIn(text)).toBeNull())
