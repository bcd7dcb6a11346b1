import { resolve } from 'node:path'
import { everyHandler } from './api/index.ts'
import { readConfig } from './config.ts'
import { openDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { issuerHooks } from './hooks/issuer.ts'
import { backlog } from './http/crowd.ts'
import { openHttp } from './http/http.ts'
import { openSite } from './http/site.ts'
import { jobs, schedules } from './jobs/index.ts'
import { startRunner } from './jobs/queue/runner.ts'
import { newLog } from './log.ts'
import { portsOf } from './ports.ts'
import { startPostgres } from './postgres/postgres.ts'
import { secretsFrom } from './secrets.ts'
import type { World } from './world.ts'

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `Glaze needs Node 24; this is ${process.version}. Start it with npm (npm start), which brings its own.`,
  )
  process.exit(1)
}

const config = readConfig()
const log = newLog({ level: config.LOG_LEVEL })
const postgres = config.DATABASE_URL
  ? null
  : await startPostgres({ folder: resolve(config.GLAZE_STATE, 'postgres'), say: line => log.warn(line) })
const url = postgres?.url ?? config.DATABASE_URL
await migrate({ url })
const db = openDatabase({
  url,
  onIdleFault: error => log.warn({ error }, 'a database connection broke while idle'),
})

let runner: ReturnType<typeof startRunner> | null = null
const world: World = {
  db,
  config,
  secrets: secretsFrom(config.SECRET_KEY),
  log,
  ...portsOf(config),
  wake: () => runner?.wake(),
}

const http = await openHttp(world, everyHandler(world))
await http.register(issuerHooks, { world })
await openSite(http, { config, root: resolve(config.APP_FOLDER) })
await http.listen({ port: config.PORT, host: config.HOST, backlog })
runner = startRunner(world, jobs, schedules)
log.info(`Glaze is listening on port ${config.PORT}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop())
if (config.GLAZE_LAUNCHED) process.stdin.once('end', () => void stop()).resume()

let isStopping = false

async function stop() {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), 10_000).unref()
  await http.close()
  await runner?.stop()
  await db.destroy()
  await postgres?.stop()
  process.exit(0)
}
