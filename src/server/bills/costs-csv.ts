import type { CostKind } from '../../contract/bill.ts'
import { type Currency, format } from '../../contract/money.ts'
import { clockIn } from '../zone.ts'
import { shownWords } from './bill-words.ts'
import type { Cost } from './costs.ts'
import { type Cells, csvOf } from './csv.ts'
import { type Lang, wordsIn } from './statement-words.ts'

/** What the app calls costs that are no fees with a name of their own; a test holds them to the same words. */
export const costWords: Partial<Record<CostKind, Record<Lang, string>>> = {
  openFee: { zh: '开卡费', en: 'Opening fee' },
  spread: { zh: '兑换汇差', en: 'Conversion spread' },
  returned: { zh: '退还的费用', en: 'Fees returned' },
  other: { zh: '其他费用', en: 'Other fees' },
}

/** The costs of a year as CSV: one line for each bill, then what each currency comes to. */
export function costsCsv(
  costs: readonly Cost[],
  { lang, timezone, last4Of }: { lang: Lang; timezone: string; last4Of: ReadonlyMap<string, string> },
): string {
  const word = wordsIn(lang)
  const clock = clockIn(timezone)
  const place = (cardId: string | null) =>
    cardId ? `${word('card')} ${last4Of.get(cardId) ?? ''}`.trim() : word('wallet')
  const line = ({ at, kind, cardId, currency, costMinor, remark, billId, note }: Cost): Cells => [
    clock(at).time,
    `${timezone} UTC${clock(at).offset}`,
    nameOf(kind, lang),
    place(cardId),
    remark.merchant ?? remark.label ?? '',
    currency,
    { number: format(costMinor, currency) },
    billId,
    note ?? '',
  ]
  const head = (
    ['time', 'zone', 'what', 'account', 'place', 'currency', 'amount', 'reference', 'note'] as const
  ).map(word)
  const total = lang === 'zh' ? '合计' : 'Total'
  const sums = [...sumsOf(costs)].map(
    ([currency, minor]): Cells => ['', '', total, '', '', currency, { number: format(minor, currency) }],
  )
  return csvOf([head, ...costs.map(line), ...sums])
}

function nameOf(kind: CostKind, lang: Lang): string {
  return costWords[kind]?.[lang] ?? shownWords.find(({ key }) => key === `feeKind.${kind}`)?.[lang] ?? kind
}

function sumsOf(costs: readonly Cost[]): Map<Currency, bigint> {
  const sums = new Map<Currency, bigint>()
  for (const { currency, costMinor } of costs) sums.set(currency, (sums.get(currency) ?? 0n) + costMinor)
  return sums
}
