import { type Cells, csvOf, type Figure } from './csv.ts'
import { type Paper, paperOf } from './paper.ts'
import type { AccountStatement, Statement } from './statement.ts'
import type { Lang } from './statement-words.ts'

/** A statement as CSV: one table, one line for each entry and each balance. */
export function statementCsv(statement: Statement, lang: Lang): string {
  const paper = paperOf(statement, lang)
  return csvOf([
    headOf(paper),
    aboutOf(statement, paper),
    ...statement.accounts.flatMap(account => linesOf(account, { statement, paper })),
    ...heldOf(statement, paper),
  ])
}

function headOf({ word }: Paper): Cells {
  const names = [
    'line',
    'account',
    'currency',
    'time',
    'zone',
    'what',
    'place',
    'reference',
    'amount',
    'balance',
    'note',
  ]
  return (names as Parameters<Paper['word']>[0][]).map(word)
}

/** Whose, of when, made when. */
function aboutOf({ email, madeAt, timezone }: Statement, { word, title, period, clock }: Paper): Cells {
  const made = clock(madeAt)
  const about = `${word('period')} ${period.from} ${word('to')} ${period.until}`
  return [title, email, '', made.time, zoneOf(timezone, made.offset), about, '', '', '', '']
}

function linesOf(
  { name, currency, openingMinor, closingMinor, inMinor, outMinor, lines }: AccountStatement,
  { statement: { from, until, timezone }, paper }: { statement: Statement; paper: Paper },
): Cells[] {
  const { word, clock } = paper
  const number = (minor: bigint): Figure => ({ number: paper.amount(minor, currency) })
  const about = (at: Date) => {
    const { time, offset } = clock(at)
    return [paper.account(name), currency, time, zoneOf(timezone, offset)]
  }
  const last = new Date(until.getTime() - 1)
  return [
    [word('opening'), ...about(from), '', '', '', '', number(openingMinor)],
    ...lines.map(
      (line): Cells => [
        word('entry'),
        ...about(line.at),
        paper.reason(line.reason),
        paper.place(line, currency),
        line.transferId,
        number(line.amountMinor),
        number(line.balanceMinor),
        line.note ?? '',
      ],
    ),
    [word('in'), ...about(last), '', '', '', number(inMinor), ''],
    [word('out'), ...about(last), '', '', '', number(-outMinor), ''],
    [word('closing'), ...about(last), '', '', '', '', number(closingMinor)],
  ]
}

function heldOf({ holds, timezone }: Statement, paper: Paper): Cells[] {
  return holds.map(({ name, currency, at, reason, amountMinor }) => {
    const { time, offset } = paper.clock(at)
    const what = paper.reason(reason)
    const amount = { number: paper.amount(amountMinor, currency) }
    const zone = zoneOf(timezone, offset)
    return [paper.word('held'), paper.account(name), currency, time, zone, what, '', '', amount, '']
  })
}

function zoneOf(timezone: string, offset: string): string {
  return `${timezone} UTC${offset}`
}
