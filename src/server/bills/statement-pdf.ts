import { fileURLToPath } from 'node:url'
import Pdf from 'pdfkit'
import { encode } from 'uqr'
import { type Currency, scales } from '../../contract/money.ts'
import { type Paper, paperOf } from './paper.ts'
import { accountGap, type Column, columns, ink, numberPages, type Pen, page, penOn } from './pdf-pen.ts'
import type { AccountStatement, Statement, StatementLine } from './statement.ts'
import type { Lang } from './statement-words.ts'

/** Where notes begin: under what the entry is. */
const noteX = page.left + 93

const fontOf = (file: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/noto-sans-sc/${file}.ttf`))

/** How a statement is printed: in which language, and by what anybody can check it. */
export interface Printing {
  lang: Lang
  /** The code that it is known by, as it is written, and where to bring it. */
  proof: { code: string; url: string }
}

/**
 * A statement as PDF (A4), with the characters it uses of a font that has Chinese. Takes seconds when it is long. Its code
 * stands in the file's keywords, too, where a page that is given the file finds it.
 */
export async function statementPdf(statement: Statement, { lang, proof }: Printing): Promise<Uint8Array> {
  const paper = paperOf(statement, lang)
  const title = `Glaze · ${paper.title} · ${paper.period.from.slice(0, 10)}`
  const doc = new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: lang === 'zh' ? 'zh-CN' : 'en-US',
    displayTitle: true,
    info: {
      Title: title,
      Author: 'Glaze',
      Keywords: `glaze-statement ${proof.code}`,
      CreationDate: statement.madeAt,
    },
  })
  const chunks: Uint8Array[] = []
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const isWritten = new Promise(resolve => doc.on('end', resolve))
  doc.registerFont('text', fontOf('400Regular/NotoSansSC_400Regular'))
  doc.registerFont('strong', fontOf('600SemiBold/NotoSansSC_600SemiBold'))

  const pen = penOn(doc)
  drawHead(pen, statement, paper)
  drawProof(pen, proof, paper)
  drawOverview(pen, statement, paper)
  for (const account of statement.accounts) drawAccount(pen, account, paper)
  if (statement.holds.length > 0) drawHolds(pen, statement, paper)
  numberPages(doc, `Glaze · ${statement.email} · ${paper.zone}`)
  doc.end()
  await isWritten
  return Buffer.concat(chunks)
}

function drawHead(pen: Pen, statement: Statement, { word, title, period, clock, zone }: Paper) {
  const made = clock(statement.madeAt)
  pen.line([
    { text: 'Glaze 釉', x: page.left, width: 250, size: 18, strong: true },
    { text: title, x: page.left + 250, width: page.width - 250, size: 14, right: true },
  ])
  pen.down(34)
  const facts = [
    [word('customer'), statement.email],
    [word('period'), `${period.from}  ${word('to')}  ${period.until}`],
    [word('zone'), zone],
    [word('madeAt'), `${made.time} ${made.offset}`],
  ] as const
  for (const [name, value] of facts) {
    pen.line([
      { text: name, x: page.left, width: 80, color: ink.soft },
      { text: value, x: page.left + 80, width: page.width - 80 },
    ])
    pen.down(15)
  }
  if (statement.madeAt < statement.until) pen.paragraph(word('notOver'))
  pen.down(12)
}

/** The code, and a picture of the way to where it is checked: after the `#`, so that no log on the way has it. */
function drawProof(pen: Pen, { code, url }: Printing['proof'], { word }: Paper) {
  const across = 56
  pen.squares(encode(`${url}#${code}`, { ecc: 'M', border: 0 }).data, { across, link: `${url}#${code}` })
  const place = { x: page.left + across + 14, width: page.width - across - 14 }
  const soft = { ...place, size: 7.5, color: ink.soft }
  const lines = [
    { ...place, text: word('proof'), strong: true },
    { ...place, text: code },
    { ...soft, text: word('proofHow') },
    { ...soft, text: url },
  ]
  for (const line of lines) {
    pen.line([line])
    pen.down(across / lines.length)
  }
  pen.down(accountGap)
}

function drawOverview(pen: Pen, { accounts }: Statement, paper: Paper) {
  const { word } = paper
  pen.heading(word('overview'))
  const table: Column[] = columns([115, 100, 100, 100, 100])
  pen.header([word('account'), word('opening'), word('in'), word('out'), word('closing')], table)
  for (const account of accounts) {
    const { openingMinor, inMinor, outMinor, closingMinor, currency } = account
    pen.room(18)
    const figures = [openingMinor, inMinor, -outMinor, closingMinor].map(minor => figure(minor, currency))
    pen.row([titleOf(account, paper), ...figures], table)
    pen.down(18)
    pen.rule()
  }
  pen.down(6)
  pen.paragraph(word('reconciled'))
  pen.down(accountGap)
}

function drawAccount(pen: Pen, account: AccountStatement, paper: Paper) {
  const { word } = paper
  const { currency, openingMinor, closingMinor, inMinor, outMinor, lines } = account
  const title = titleOf(account, paper)
  const table = columns([noteX - page.left, 222, 100, 100], 2)
  const names = [word('time'), word('what'), word('amount'), word('balance')]
  const sum = (name: string, cells: [string, string]) => {
    room(20)
    pen.row(['', name, ...cells], table, { strong: true })
    pen.down(18)
    pen.rule()
  }
  const room = (height: number) => {
    if (!pen.room(height)) return
    pen.heading(title + word('continued'))
    pen.header(names, table)
  }
  const amount = (minor: bigint) => figure(minor, currency)

  pen.room(110)
  pen.heading(title)
  pen.header(names, table)
  sum(word('opening'), ['', amount(openingMinor)])
  if (lines.length === 0) {
    pen.row(['', word('noEntries'), '', ''], table, { color: ink.soft })
    pen.down(18)
  }
  for (const line of lines) {
    const note = line.note && `${word('note')} · ${line.note}`
    room(28 + (note ? pen.heightOf(note, noteX) : 0))
    drawEntry(pen, { line, note, currency, table }, paper)
  }
  sum(word('in'), [amount(inMinor), ''])
  sum(word('out'), [amount(-outMinor), ''])
  sum(word('closing'), ['', amount(closingMinor)])
  pen.down(accountGap)
}

function drawEntry(
  pen: Pen,
  {
    line,
    note,
    currency,
    table,
  }: { line: StatementLine; note: string | null; currency: Currency; table: Column[] },
  paper: Paper,
) {
  const { time, offset } = paper.clock(line.at)
  const what = [paper.reason(line.reason), paper.place(line, currency)].filter(Boolean).join(' · ')
  const figures = [line.amountMinor, line.balanceMinor].map(minor => figure(minor, currency))
  pen.row([time, what, ...figures], table)
  pen.down(12)
  pen.row([`UTC${offset}`, line.transferId, '', ''], table, { size: 6.5, color: ink.soft })
  pen.down(14)
  if (note) pen.paragraph(note, noteX)
  pen.rule()
}

function drawHolds(pen: Pen, { holds }: Statement, paper: Paper) {
  const { word } = paper
  const table = columns([133, 102, 150, 130], 3)
  const names = [word('time'), word('account'), word('what'), word('amount')]
  pen.room(90)
  pen.heading(word('heldTitle'))
  pen.paragraph(word('heldNote'))
  pen.header(names, table)
  for (const hold of holds) {
    if (pen.room(18)) pen.header(names, table)
    const { time, offset } = paper.clock(hold.at)
    const amount = `${figure(hold.amountMinor, hold.currency)} ${hold.currency}`
    pen.row([`${time} ${offset}`, paper.account(hold.name), paper.reason(hold.reason), amount], table)
    pen.down(18)
    pen.rule()
  }
}

function titleOf({ name, currency }: AccountStatement, paper: Paper): string {
  return `${paper.account(name)} · ${currency}`
}

/** Every digit the currency has, so that points stand under each other: `1,500.000000`. */
function figure(minor: bigint, currency: Currency): string {
  const digits = (minor < 0n ? -minor : minor).toString().padStart(scales[currency] + 1, '0')
  const whole = digits.slice(0, -scales[currency]).replace(/\B(?=(\d{3})+$)/g, ',')
  return `${minor < 0n ? '-' : ''}${whole}.${digits.slice(-scales[currency])}`
}
