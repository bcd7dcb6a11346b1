import { runCommand } from 'citty'
import { expect, test } from 'vitest'
import { refuseUnknownWords } from '../../src/server/ops/known-words.ts'
import { ops } from '../../src/server/ops/ops.ts'

const told = (text: string) => refuseUnknownWords(ops, text.split(' ').filter(Boolean))

test.each([
  ['a flag', 'ledger seal --agianst=2026-11-26:00'],
  ['a flag before the noun', '--against=2026-11-26:00 ledger check'],
  ["a flag that is another verb's", 'audits check --against=1:00'],
  ['a short flag', 'ledger check -j'],
  ['a word too many', 'ledger accounts ada@example.com ben@example.com'],
  ['a word where none is taken', 'ledger check 2026-11-26'],
  ['a flag of a noun that is loaded when it is asked for', 'chain check --hieght=7'],
])('%s that the verb does not know is refused: %s', async (_what, text) => {
  await expect(told(text)).rejects.toThrow(/Unknown option|not known what/)
})

test('it is refused before anything is opened or done', async () => {
  const seal = runCommand(ops, { rawArgs: ['ledger', 'seal', '--agianst=2026-11-26:00'] })
  await expect(seal).rejects.toThrow("Unknown option '--agianst'")
})

test.each([
  'ledger seal --against=2026-11-26:00 --json',
  'ledger seal --against 2026-11-26:00',
  'ledger accounts ada@example.com --json',
  'users freeze ada@example.com --reason=theft --confirm=glaze',
  'withdrawals resume ERC20 --use-up=none',
  'cards compare ada@example.com',
  'ledger check --help --whatever',
])('what it knows is not: %s', async text => {
  await expect(told(text)).resolves.toBeUndefined()
})

test.each(['', 'nonsense', 'ledger', 'ledger nonsense --x', 'constructor name'])(
  'what is no noun or verb is left to the usage: %j',
  async text => {
    await expect(told(text)).resolves.toBeUndefined()
  },
)
