import { type Currency, format } from '../../contract/money.ts'
import { clockIn } from '../zone.ts'
import type { Statement, StatementLine } from './statement.ts'
import { type Lang, reasonIn, type StatementWord, wordsIn } from './statement-words.ts'

/** A statement's words and figures as they are written, whatever they are written on. */
export interface Paper {
  word(key: StatementWord): string
  title: string
  /** What the customer's clock showed, and how far it was from UTC then. */
  clock(at: Date): { time: string; offset: string }
  /** First and last moment of the period, with the zone's offset. */
  period: { from: string; until: string }
  /** The zone's name with its offset when the paper was made. */
  zone: string
  account(name: string): string
  /** A plain decimal with a minus when it went out. */
  amount(minor: bigint, currency: Currency): string
  reason(reason: string): string
  /** With whom or where, as the bill has it; empty when it says nothing. */
  place(line: Pick<StatementLine, 'remark' | 'feeMinor'>, currency: Currency): string
}

/** Words and clock for one statement. */
export function paperOf({ timezone, from, until, madeAt, isOfCard }: Statement, lang: Lang): Paper {
  const word = wordsIn(lang)
  const clock = clockIn(timezone)
  const told = (at: Date) => `${clock(at).time} ${clock(at).offset}`
  const account = (name: string) => (name === 'wallet' ? word('wallet') : `${word('card')} ${name}`.trim())
  return {
    word,
    title: word(isOfCard ? 'cardTitle' : 'title'),
    clock,
    period: { from: told(from), until: told(new Date(until.getTime() - 1)) },
    zone: `${timezone} (UTC${clock(madeAt).offset})`,
    account,
    amount: format,
    reason: reason => reasonIn(lang, reason),
    place({ remark, feeMinor }, currency) {
      const { merchant, from, to, network, txId, address, paid, paidCurrency } = remark
      const parts = [
        merchant,
        from && to && `${account(from)} → ${account(to)}`,
        paid && paidCurrency && paidCurrency !== currency && `${paid} ${paidCurrency}`,
        network,
        address,
        txId,
        feeMinor > 0n && `${word('feeIncluded')} ${format(feeMinor, currency)}`,
      ]
      return parts.filter(Boolean).join(' · ')
    },
  }
}
