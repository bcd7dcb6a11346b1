import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../src/server/database/migrate.ts'
import { startPostgres } from '../../src/server/postgres/postgres.ts'
import { billPages } from './bills.ts'
import { openHttpLoad } from './http.ts'
import { openLedgerLoad } from './ledger.ts'
import { pgbench } from './pgbench.ts'
import { median, rateOf } from './rate.ts'

// `npm run load`: how fast money moves, as ratios to what pgbench reaches with the same rows on the same server in the
// same run. Five rounds, one after another in each; the median of the five ratios counts against budgets/load.json.

const rounds = 5
/** Until what is compiled while it runs is: a node's first thousands of calls take twice as long as those that follow. */
const warmSeconds = 10
const load = { clients: 64, seconds: Number(process.env.LOAD_SECONDS ?? 5) }

const folder = await mkdtemp(join(tmpdir(), 'glaze-load-'))
await chmod(folder, 0o755)
const postgres = await startPostgres({
  folder: join(folder, 'postgres'),
  settings: { max_connections: '200', shared_buffers: '256MB' },
})
try {
  await migrate({ url: postgres.url })
  await layOut(postgres.url)
  const ratios = { ...(await transferRatios(postgres.url)), ...(await billPages(postgres.url)) }
  process.exitCode = (await judge(ratios)) ? 0 : 1
} finally {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit()

async function layOut(url: string) {
  await tell(url, await readFile(join(import.meta.dirname, 'raw.sql'), 'utf8'))
}

/** Measures once what others left to be written is written: nobody pays for what came before. */
async function afterCheckpoint(url: string, measure: () => Promise<number>): Promise<number> {
  await tell(url, 'checkpoint')
  return await measure()
}

async function tell(url: string, words: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(words)
  await client.end()
}

async function transferRatios(url: string) {
  const ledger = await openLedgerLoad(url)
  const http = await openHttpLoad(url, load.clients)
  const found: Record<string, number[]> = { ledger: [], ledgerWithHotFee: [], moneyCall: [], called: [] }
  // Once for nothing: code is compiled and pages are read when they are first used.
  await rateOf(() => ledger.transfer({ hasFee: true }), load)
  await http.move(Math.max(load.seconds, warmSeconds))
  for (let round = 1; round <= rounds; round++) {
    const raw = await afterCheckpoint(url, () => pgbench(url, { ...load, script: 'transfer.pgbench' }))
    const posted = await afterCheckpoint(url, () => rateOf(() => ledger.transfer({ hasFee: false }), load))
    const called = await afterCheckpoint(url, () => http.move(load.seconds))
    const rawHot = await afterCheckpoint(url, () =>
      pgbench(url, { ...load, script: 'transfer-with-fee.pgbench' }),
    )
    const postedHot = await afterCheckpoint(url, () => rateOf(() => ledger.transfer({ hasFee: true }), load))
    const rates = { raw, posted, called, rawHot, postedHot }
    console.log(
      `round ${round}, per second:`,
      Object.entries(rates)
        .map(([name, rate]) => `${name} ${Math.round(rate)}`)
        .join(', '),
    )
    found.ledger?.push(posted / raw)
    found.moneyCall?.push(called / raw)
    found.called?.push(called)
    found.ledgerWithHotFee?.push(postedHot / rawHot)
  }
  const goodput = await goodputOf(http, median(found.called as number[]))
  await http.close()
  return { goodput, ...Object.fromEntries(Object.entries(found).map(([name, all]) => [name, median(all)])) }
}

/** What is answered of four times as much as can be done, as a share of that; the rest is asked to come again. */
async function goodputOf({ surge }: Awaited<ReturnType<typeof openHttpLoad>>, rate: number): Promise<number> {
  const { done, refused, strange, seconds } = await surge({ rate: 4 * rate, seconds: load.seconds })
  console.log(`surge of ${Math.round(4 * rate)} a second: ${done.length} done, ${refused} refused`)
  if (strange.length > 0) throw new Error(`${strange.length} have no answer: ${strange[0]}`)
  return done.length / seconds / rate
}

async function judge(ratios: Record<string, number>): Promise<boolean> {
  const file = new URL('../../budgets/load.json', import.meta.url)
  const budgets: Record<string, { atLeast?: number; atMost?: number; goal: string }> = JSON.parse(
    await readFile(file, 'utf8'),
  )
  const rows = Object.entries(budgets).map(([name, { atLeast = 0, atMost = Infinity, goal }]) => {
    const ratio = ratios[name] ?? Number.NaN
    return { name, ratio: Number(ratio.toFixed(2)), goal, isKept: ratio >= atLeast && ratio <= atMost }
  })
  console.table(rows)
  return rows.every(({ isKept }) => isKept)
}
