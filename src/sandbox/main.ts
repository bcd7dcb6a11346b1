import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startChain } from './chain/chain.ts'
import { worldFrom } from './config.ts'
import { startConsole } from './console/console.ts'
import type { Parts } from './console/parts.ts'
import { type Faults, openFaults } from './faults.ts'
import { startIssuer } from './issuer/issuer.ts'
import { startMail } from './mail/mail.ts'
import { forgetProcess, notedProcess, noteProcess } from './processes.ts'
import { pushServiceOf } from './push/push-service.ts'
import { startRates } from './rates/rates.ts'
import { type Secrets, secretsOf } from './secrets.ts'
import { openStore } from './store.ts'
import { botApiOf } from './telegram/bot-api.ts'
import { telegramOf } from './telegram/init-data.ts'

// `node src/sandbox/main.ts` starts every part, `node src/sandbox/main.ts mail rates` only those.

const partNames = ['chain', 'issuer', 'mail', 'rates'] as const
const asked = process.argv.slice(2)
const wanted = new Set<string>(asked.length > 0 ? asked : partNames)
const world = worldFrom(process.env)
const { folder, host, ports } = world
const note = join(folder, 'sandbox.json')
const closers: (() => Promise<unknown> | unknown)[] = []
let stopping = false

async function start() {
  const stranger = asked.find(name => !(partNames as readonly string[]).includes(name))
  if (stranger) throw new Error(`The sandbox has no part ${stranger}; it has ${partNames.join(', ')}.`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const running = notedProcess(note)
  if (running !== null) throw new Error(`A sandbox already runs on ${folder} (process ${running}).`)
  noteProcess(note, { pid: process.pid, mark: 'sandbox/main.ts' })
  closers.push(() => forgetProcess(note))

  const settings = await startParts()
  console.log(`sandbox ready ${JSON.stringify(settings)}`)
}

async function startParts(): Promise<Record<string, string>> {
  const secrets = secretsOf(folder)
  const { botToken, telegramKey } = secrets
  const faults = openFaults(store('faults'))
  const telegram = telegramOf({ botToken, privateKey: telegramKey })
  const bot = botApiOf({ botToken, store: store('telegram'), faults })
  const push = pushServiceOf({ url: `http://${host}:${ports.console}`, store: store('push'), faults })
  const parts: Parts = { telegram, faults, world, bot, push }
  const starting = startingWith({ faults, secrets })
  // The slowest first; each part is closed again if a later one cannot start.
  if (wanted.has('chain')) parts.chain = closed(await starting.chain())
  if (wanted.has('mail')) parts.mail = closed(await starting.mail())
  if (wanted.has('rates')) parts.rates = closed(await starting.rates())
  if (wanted.has('issuer')) parts.issuer = closed(await starting.issuer())
  closed(await startConsole(parts))
  return Object.assign(
    {},
    parts.issuer?.settings,
    parts.chain?.settings,
    parts.rates?.settings,
    parts.mail?.settings,
    telegram.settings,
    { TELEGRAM_API_URL: `http://${host}:${ports.console}/telegram/bot-api`, VAPID_KEY: secrets.vapidKey },
  )
}

/** What each part that listens on a port of its own is started with. */
function startingWith({ faults, secrets }: { faults: Faults; secrets: Secrets }) {
  const { blockMs, serverUrl, appUrl, clearingMs, waitsMs, orderMs } = world
  const { depositMnemonic: mnemonic, hotKey, issuerKey, webhookSecret } = secrets
  const needsOf = (name: string, port: number) => ({ host, port, store: store(name), faults })
  return {
    chain: () => {
      const node = { folder, nodePort: ports.node, blockMs, died }
      return startChain({ ...needsOf('chain', ports.chain), ...node, mnemonic, hotKey })
    },
    mail: () => startMail(needsOf('mail', ports.smtp)),
    rates: () => startRates(needsOf('rates', ports.rates)),
    issuer: () => {
      const urls = { serverUrl, appUrl }
      const times = { clearingMs, waitsMs, orderMs }
      return startIssuer({ ...needsOf('issuer', ports.issuer), ...urls, ...times, issuerKey, webhookSecret })
    },
  }
}

function store(name: string) {
  return closed(openStore(join(folder, `${name}.jsonl`)))
}

function closed<Part extends { close(): unknown }>(part: Part): Part {
  closers.push(() => part.close())
  return part
}

function died() {
  console.error('sandbox: the chain has ended by itself.')
  void stop(1)
}

async function stop(code: number) {
  if (stopping) return
  stopping = true
  setTimeout(() => process.exit(code), 8000).unref()
  for (const close of closers.reverse()) {
    await Promise.resolve(close()).catch(error => console.error(`sandbox: ${(error as Error).message}`))
  }
  process.exit(code)
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stop(0))
// The launcher holds the other end of our standard input: when it dies, however it dies, we end.
if (process.env.GLAZE_LAUNCHED === '1') {
  process.stdin.on('end', () => stop(0)).on('error', () => stop(0))
  process.stdin.resume()
}

start().catch(error => {
  console.error(`sandbox: ${(error as Error).message}`)
  return stop(1)
})
