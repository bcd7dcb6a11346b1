import type { FastifyInstance } from 'fastify'
import { type Logger, pino } from 'pino'
import { expect } from 'vitest'
import { type Call, type Envelope, type Input, type Output, pathFields } from '../src/contract/call.ts'
import { everyHandler } from '../src/server/api/index.ts'
import { readConfig } from '../src/server/config.ts'
import { type Db, openDatabase } from '../src/server/database.ts'
import { issuerHooks } from '../src/server/hooks/issuer.ts'
import { openHttp, strayRefusal } from '../src/server/http.ts'
import { jobs } from '../src/server/jobs/index.ts'
import { runDueJobs } from '../src/server/jobs/runner.ts'
import { checkLedger } from '../src/server/ledger/check.ts'
import type { Letter } from '../src/server/mail/mailer.ts'
import { secretsFrom } from '../src/server/secrets.ts'
import type { World } from '../src/server/world.ts'
import { silentChain, silentIssuer, silentRates, silentTreasury } from './ports/silent.ts'
import { testDatabase } from './postgres.ts'
import { watchConnections } from './second-connection.ts'
import { watchMoney } from './undeclared-money.ts'

const environment = {
  SANDBOX: '1',
  SECRET_KEY: '11'.repeat(32),
  GLAZE_STATE: '/nowhere',
  ISSUER_URL: 'http://127.0.0.1:1',
  ISSUER_KEY: 'issuer-key',
  ISSUER_WEBHOOK_SECRET: 'whsec_dGVzdC10ZXN0LXRlc3QtdGVzdC10ZXN0LXRlc3Q=',
  ISSUER_REVEAL_ORIGIN: 'http://127.0.0.1:1',
  CHAIN_URL: 'http://127.0.0.1:1',
  CHAIN_ID: '31337',
  CHAIN_CONFIRMATIONS: '3',
  CHAIN_TOKENS: `{"USDT":{"address":"0x${'1'.repeat(40)}","decimals":6},"USDC":{"address":"0x${'2'.repeat(40)}","decimals":6}}`,
  CHAIN_XPUB: `xpub${'1'.repeat(107)}`,
  CHAIN_HOT_KEY: '22'.repeat(32),
  RATES_URL: 'http://127.0.0.1:1',
  SMTP_URL: 'smtp://127.0.0.1:1',
  TELEGRAM_BOT_TOKEN: '123456:test-bot-token',
  // No test is about a decision that comes late, but for those that say so: a busy machine is slow.
  ISSUER_WAITS_MS: '60000',
  RATE_LIMIT: '0',
  LOG_LEVEL: 'silent',
}

/** The server without its sockets: a real database, the real HTTP layer, ports that a test brings. */
export interface TestWorld {
  world: World
  http: FastifyInstance
  /** Every letter that was sent, oldest first. */
  letters: Letter[]
  /** Sends a call as a phone does and returns the envelope, whatever it is. */
  send<C extends Call>(
    call: C,
    input: Partial<Input<C>> | Record<string, unknown>,
    token?: string,
  ): Promise<Envelope>
  /** As `send`, and expects success. */
  succeed<C extends Call>(call: C, input: Record<string, unknown>, token?: string): Promise<Output<C>>
  /** Runs the jobs that are due, and those they ask for. */
  work(): Promise<void>
  /** Checks the books and takes everything down. Fails when a call refused with what it does not list. */
  close(): Promise<void>
}

/** Starts one on a fresh database; what a test is about it brings as `ports`. */
export async function startWorld(ports: Partial<World> = {}): Promise<TestWorld> {
  const database = await testDatabase()
  const letters: Letter[] = []
  const mailer = { send: async (letter: Letter) => void letters.push(letter) }
  const { world, http } = await worldOn(database.db, { mailer, ...ports })
  await http.ready()

  const send: TestWorld['send'] = async (call, input, token) => {
    const response = await http.inject({
      ...requestOf(call, input),
      headers: token ? { 'x-access-token': token } : {},
    })
    const envelope = response.json() as Envelope
    expect('status' in envelope ? envelope.status : 200).toBe(response.statusCode)
    return envelope
  }
  return {
    world,
    http,
    letters,
    send,
    async succeed(call, input, token) {
      const envelope = await send(call, input, token)
      expect(envelope, call.path).toMatchObject({ code: 1 })
      return (envelope as { data: Output<typeof call> }).data
    },
    work: () => runDueJobs(world, jobs),
    async close() {
      const disagreement = await firstDisagreement(database.url)
      await http.close().finally(() => database.close())
      expect(disagreement).toBeNull()
    },
  }
}

/** Books of any size: nobody waits for an answer here. */
async function firstDisagreement(url: string) {
  const db = openDatabase({ url, max: 1, statementTimeoutMs: 0 })
  const { disagreement } = await checkLedger(db).finally(() => db.destroy())
  return disagreement
}

function requestOf(call: Call, input: Record<string, unknown>) {
  const rest = { ...input }
  const url = call.path.replace(/\{(\w+)\}/g, (_, name) => String(rest[name]))
  for (const field of pathFields(call.path)) delete rest[field]
  if (call.method === 'GET') return { method: 'GET' as const, url, query: rest as Record<string, string> }
  return { method: 'POST' as const, url, payload: rest }
}

/** One node of the server. */
export interface Node {
  world: World
  http: FastifyInstance
}

/** The server on a database, everything around it silent but what `ports` brings. It closes as `TestWorld` says. */
export async function worldOn(db: Db, ports: Partial<World> = {}): Promise<Node> {
  const config = readConfig(environment)
  const strays: string[] = []
  const watch = watchMoney(db)
  const connections = watchConnections(watch.db)
  const world: World = {
    db: connections.db,
    config,
    secrets: secretsFrom(config.SECRET_KEY),
    log: refusalLog(strays),
    issuer: silentIssuer,
    chain: silentChain,
    treasury: silentTreasury,
    rates: silentRates,
    mailer: { send: async () => {} },
    bot: null,
    wake: () => {},
    ...ports,
  }
  const http = await openHttp(world, everyHandler(world))
  watch.follow(http)
  await http.register(issuerHooks, { world })
  http.addHook('onClose', async () => {
    if (strays.length > 0) throw new Error(`${strayRefusal}: ${[...new Set(strays)].join(', ')}`)
    if (watch.found.size > 0)
      throw new Error(`moves money and does not say so: ${[...watch.found].join(', ')}`)
    if (connections.found.size > 0)
      throw new Error(`asks beside its own transaction: ${[...connections.found].join(', ')}`)
  })
  return { world, http }
}

/** A silent log that keeps the refusals which their calls do not list. */
function refusalLog(strays: string[]): Logger {
  const write = (line: string) => {
    const { msg, path, key } = JSON.parse(line)
    if (msg === strayRefusal) strays.push(`${path} → ${key}`)
  }
  return pino({ level: 'error' }, { write })
}
