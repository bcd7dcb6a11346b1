import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import terms from './terms.json'

const folder = join(process.cwd(), 'src/app/locales')

/** Where the app says each of the words that are explained; some it says in two places. */
const saidAs = {
  pending: 'card.status.pending',
  authorized: 'card.part.authorized',
  hold: 'card.holds',
  available: 'card.available',
  reserved: 'wallet.step.reserved',
  cleared: 'wallet.step.cleared',
  posted: 'card.status.posted',
  reversed: 'card.status.reversed',
  refund: 'billKind.refund',
  dispute: 'help.dispute',
  credit: 'wallet.bill.dispute',
  conversion: 'card.convert.title',
  reference: 'card.convert.reference',
  rate: 'card.convert.ours',
  confirmations: 'wallet.in.confirmations',
  withdrawFee: 'feeKind.withdrawFee',
  consume: ['card.fees.consume', 'feeKind.consumeFee'],
  crossBorder: ['card.fees.crossBorder', 'feeKind.crossBorderFee'],
  annual: 'card.fees.annual',
  mailing: 'physical.mailing',
}

test('every term is one of the app', () => {
  expect(Object.keys(terms)).toEqual(Object.keys(saidAs))
})

describe.each([
  ['zh-CN', 'zh-Hans'],
  ['en-US', 'en'],
] as const)('the terms in %s', (language, lang) => {
  const words: Record<string, string> = Object.assign(
    {},
    ...readdirSync(join(folder, language)).map(file =>
      JSON.parse(readFileSync(join(folder, language, file), 'utf8')),
    ),
  )

  test.each(Object.entries(terms))(
    '%s is said as the app says it, and explained in one sentence',
    (name, said) => {
      for (const key of [saidAs[name as keyof typeof saidAs]].flat())
        expect(words[key], key).toBe(said[lang].term)
      expect(said[lang].text).toMatch(/^[^。.]+[。.]$/)
    },
  )
})
