import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { shownWords } from './bill-words.ts'
import { reasonIn } from './statement-words.ts'

/** Of transfers between accounts of the house: no statement shows them. */
const ofTheHouse = [
  'late-deposit',
  'reorg-loss',
  'reorg-found',
  'marketing',
  'network-fee',
  'network-fee-returned',
  'theft-loss',
]
/** Why an invitation has no reward: no reason of the ledger. */
const ofOthers = ['off']

/** Every reason that files which write to the ledger name. */
function reasonsWritten(): string[] {
  const files = globSync('src/server/**/*.ts').filter(file => !file.endsWith('.test.ts'))
  const texts = files
    .map(file => readFileSync(file, 'utf8'))
    .filter(text => /from '.*\/ledger\/\w+\.ts'/.test(text))
  const named = texts.flatMap(text => [
    ...text.matchAll(/\breason: (?:[^,\n]* \? )?('[a-z-]+'(?: [:|] '[a-z-]+')*)[ ,\n]/g),
  ])
  const reasons = named.flatMap(([, list = '']) => list.split(/ [:|] /)).map(reason => reason.slice(1, -1))
  return [...new Set(reasons)].filter(reason => ![...ofTheHouse, ...ofOthers].includes(reason)).sort()
}

describe('the words of a statement', () => {
  test('are found for what writes to the ledger', () => {
    expect(reasonsWritten()).toEqual(
      expect.arrayContaining([
        'deposit',
        'remittance',
        'consumption-fee',
        'cross-border-fee',
        'card-transfer',
        'waived',
      ]),
    )
  })

  test.each(reasonsWritten())('name the reason %s in both languages', reason => {
    for (const lang of ['zh', 'en'] as const)
      expect(reasonIn(lang, reason)).not.toBe(reasonIn(lang, 'no reason'))
  })

  test.each([
    ['consumption-fee', 'consumeFee'],
    ['cross-border-fee', 'crossBorderFee'],
    ['convert-fee', 'convertFee'],
    ['withdrawal-fee', 'withdrawFee'],
    ['recharge-fee', 'rechargeFee'],
  ])('call the fee %s what its bill is called', (reason, fee) => {
    const bill = shownWords.find(({ key }) => key === `feeKind.${fee}`)
    expect([reasonIn('zh', reason), reasonIn('en', reason)]).toEqual([bill?.zh, bill?.en])
  })
})
