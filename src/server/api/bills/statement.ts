import type * as bill from '../../../contract/bill.ts'
import type { Input } from '../../../contract/call.ts'
import { maskEmail } from '../../../contract/mask.ts'
import { takeTryOrRefuse } from '../../account/attempts.ts'
import { userById } from '../../account/users.ts'
import { rememberIssued } from '../../bills/issued-statements.ts'
import { readStatement, type Statement } from '../../bills/statement.ts'
import { newCode, writtenCode } from '../../bills/statement-code.ts'
import { statementCsv } from '../../bills/statement-csv.ts'
import { printStatement } from '../../bills/statement-press.ts'
import { ownCard } from '../../cards/cards.ts'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'
import { dayIn, daysIn, monthIn } from '../../zone.ts'
import type { Handlers } from '../handler.ts'
import { alone, takeTable } from './alone.ts'

/** In days of the customer's clock: one on which clocks change is no longer than the others. */
const longest = 366
/** Entries at most: what a file may hold that is made while somebody waits. */
const entriesMax = { csv: 20_000, pdf: 5_000 }
/** Papers: of each something is kept for good, so that it can be checked. */
const papersAnHour = { limit: 30, windowMs: 60 * 60_000 }

/** Statements: handlers of the bill noun that give files. */
export function statementHandlers(world: World): Pick<Handlers<typeof bill>, 'exportBills' | 'statement'> {
  return {
    async statement({ month, ...paper }, { userId }) {
      const period = monthIn({ month, timezone: paper.zone })
      return await alone(userId, () => fileOf(world, { userId, ...paper, ...period, name: month }))
    },

    async exportBills({ startTime, endTime, ...paper }, { userId }) {
      const [from, until] = [new Date(startTime), new Date(endTime)]
      if (until <= from) throw new Refused('input_invalid', { fields: { endTime: 'date' } })
      if (daysIn({ from, until, timezone: paper.zone }) > longest)
        throw new Refused('input_invalid', { fields: { startTime: 'date' } })
      const name = `${dayIn(paper.zone, from)}_${dayIn(paper.zone, new Date(until.getTime() - 1))}`
      return await alone(userId, () => fileOf(world, { userId, ...paper, from, until, name }))
    },
  }
}

type Asked = Pick<Input<typeof bill.statement>, 'zone' | 'lang' | 'format' | 'cardOutId'> & {
  userId: string
  from: Date
  until: Date
  name: string
}

async function fileOf(world: World, asked: Asked) {
  const { db } = world
  const { userId, zone, lang, format, cardOutId, from, until, name } = asked
  const card = cardOutId ? await ownCard(db, { userId, cardId: cardOutId }) : null
  const cards = await db
    .selectFrom('cards')
    .select(['account_id', 'last4'])
    .where('user_id', '=', userId)
    .execute()
  const { email } = await userById(db, userId)
  if (format === 'csv') await takeTable(db, userId)
  else await takeTryOrRefuse(db, { subject: `statement:${userId}`, ...papersAnHour })
  const max = entriesMax[format]
  const statement = await readStatement(db, {
    userId,
    email: maskEmail(email),
    timezone: zone,
    from,
    until,
    last4ByAccount: new Map(cards.map(({ account_id, last4 }) => [account_id, last4])),
    accountId: card?.account_id,
    limit: max,
  })
  if (!statement) throw new Refused('limit_exceeded', { limit: String(max) })
  const [type, content] =
    format === 'csv'
      ? (['text/csv', Buffer.from(statementCsv(statement, lang))] as const)
      : (['application/pdf', await issue(world, { statement, lang })] as const)
  return {
    name: `glaze-${card ? `${card.last4}-` : ''}${name}.${format}`,
    type,
    content: content.toString('base64'),
  }
}

/** The paper with a code of its own, remembered so that anybody can check it. A table is not: programs write it anew. */
async function issue(
  { db, config }: World,
  { statement, lang }: { statement: Statement; lang: Asked['lang'] },
): Promise<Buffer> {
  const code = newCode()
  const proof = { code: writtenCode(code), url: new URL('/check', config.PUBLIC_URL).href }
  const file = Buffer.from(await printStatement(statement, { lang, proof }))
  await rememberIssued(db, {
    code,
    file,
    kind: statement.isOfCard ? 'card' : 'account',
    starts_at: statement.from,
    ends_at: statement.until,
    timezone: statement.timezone,
    issued_at: statement.madeAt,
  })
  return file
}
