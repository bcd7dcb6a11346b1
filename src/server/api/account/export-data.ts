import { sql } from 'kysely'
import type * as deletion from '../../../contract/deletion.ts'
import { type Currency, format, scales } from '../../../contract/money.ts'
import { takeTryOrRefuse } from '../../account/attempts.ts'
import { comparePin } from '../../account/pin.ts'
import { userById } from '../../account/users.ts'
import { type PersonalTable, rowsOf } from '../../across/personal-table.ts'
import { personalTables } from '../../across/personal-tables.ts'
import { audit } from '../../audits/audit.ts'
import { type Db, transaction } from '../../database/database.ts'
import { lockCustomer } from '../../database/lock-customer.ts'
import { Refused } from '../../http/refused.ts'
import { openPicture } from '../../identity/documents.ts'
import type { World } from '../../world.ts'
import { type ZippedFile, zip } from '../../zip.ts'
import { dayIn } from '../../zone.ts'
import type { Handlers } from '../handler.ts'
import { proveTwice, useProof } from './second-factor/second-proof.ts'
import { warn } from './security-notice.ts'
import { customerInfo } from './sign-in.ts'

const exportsADay = 5
const dayMs = 24 * 60 * 60_000
/** Of each table at most: far beyond what anybody has, and as much as memory bears. */
const rowsMax = 50_000

/** What a customer takes along: one archive of everything we keep of them. */
export function exportHandlers(world: World): Pick<Handlers<typeof deletion>, 'exportData'> {
  const { db } = world
  let isBusy = false

  return {
    async exportData({ pin, secondCode: given }, customer) {
      const { userId } = customer
      const user = await userById(db, userId)
      await comparePin(world, { ...customer, pin })
      const second = await proveTwice(world, { user, given, caller: customer })
      // One at a time on a node: it is the most that anybody can ask of it.
      if (isBusy) throw new Refused('request_in_progress')
      isBusy = true
      try {
        await takeTryOrRefuse(db, { subject: `export:${userId}`, limit: exportsADay, windowMs: dayMs })
        const { content, name } = await archiveOf(world, userId)
        await transaction(db, async db => {
          await lockCustomer(db, userId)
          await useProof(db, second)
          await audit(db, { operator: 'customer', verb: 'user.export', subject: userId })
          await warn(db, { user: await userById(db, userId), event: 'dataExported', caller: customer })
        })
        world.wake()
        return { name, type: 'application/zip', content: content.toString('base64') }
      } finally {
        isBusy = false
      }
    },
  }
}

async function archiveOf(world: World, userId: string): Promise<{ name: string; content: Buffer }> {
  const { db } = world
  const now = new Date()
  const user = await userById(db, userId)
  const files: ZippedFile[] = [fileOf('profile', await customerInfo(db, userId))]
  for (const personal of personalTables) {
    if (personal.shows.length > 0) files.push(fileOf(personal.table, await shown(db, personal, user)))
  }
  return {
    name: `glaze-data-${dayIn(user.timezone, now)}.zip`,
    content: await zip([...files, ...(await pictures(world, userId))], now),
  }
}

function fileOf(name: string, content: unknown): ZippedFile {
  return { name: `${name}.json`, content: Buffer.from(JSON.stringify(content, null, 2)) }
}

type Row = Record<string, unknown>

async function shown(db: Db, personal: PersonalTable, user: { id: string; email: string }): Promise<Row[]> {
  const columns = sql.join(personal.shows.map(column => sql.ref(column)))
  const { rows } = await sql<Row>`
    select ${columns} from ${sql.table(personal.table)} where ${rowsOf(personal, user)} limit ${rowsMax}`.execute(
    db,
  )
  return rows.map(row => readable(row, personal.currency))
}

/** Amounts as people write them, instants as everybody does. */
function readable(row: Row, currency?: string): Row {
  const unit = typeof row.currency === 'string' ? row.currency : currency
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value !== 'bigint') return [name, value]
      if (!name.endsWith('_minor') || unit === undefined || !Object.hasOwn(scales, unit))
        return [name, `${value}`]
      return [name.replace(/_minor$/, ''), `${format(value, unit as Currency)} ${unit}`]
    }),
  )
}

/** The pictures of documents as we have them. */
async function pictures(world: World, userId: string): Promise<ZippedFile[]> {
  const rows = await world.db
    .selectFrom('documents')
    .select(['path', 'side'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return await Promise.all(
    rows.map(async ({ path, side }, index) => ({
      name: `documents/${index + 1}-${side ?? 'unplaced'}.jpg`,
      content: await openPicture(world, path),
    })),
  )
}
