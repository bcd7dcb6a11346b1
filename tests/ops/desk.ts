import { runCommand } from 'citty'
import { sql } from 'kysely'
import { vi } from 'vitest'
import type { EvmSettings } from '../../src/server/chain/chains/evm.ts'
import type { Db } from '../../src/server/database.ts'
import { ops } from '../../src/server/ops/ops.ts'
import { urlOf } from '../postgres.ts'

/** What a verb printed, and whether it failed. */
export interface Answer {
  rows: Record<string, unknown>[]
  isFailed: boolean
  said: string
}

/** Operators at the command line, each by their name, on one database; `told` is the rest of their environment. */
export function desk(url: string, told: Record<string, string>) {
  return (operator: string) =>
    async (...words: string[]): Promise<Answer> => {
      const env = { SANDBOX: '1', ...told, DATABASE_URL: url, OPERATOR: operator }
      for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
      const lines: string[] = []
      const log = vi.spyOn(console, 'log').mockImplementation(line => void lines.push(line))
      const failure = await runCommand(ops, { rawArgs: [...words, '--json'] }).then(
        () => '',
        error => String(error),
      )
      const isFailed = failure !== '' || process.exitCode === 1
      process.exitCode = undefined
      log.mockRestore()
      vi.unstubAllEnvs()
      const said = lines.join('\n')
      return { rows: said ? JSON.parse(said) : [], isFailed, said: said + failure }
    }
}

/** Operators on the database of a test world; `told` is what they need to know besides. */
export async function deskOn(db: Db, told: Record<string, string> = {}) {
  return desk(await urlOf(db), { GLAZE_STATE: '/nowhere', ...told })
}

/** What the server would be told of the world around it: the chain is real, the rest is nowhere. */
export function environment(settings: EvmSettings) {
  return {
    GLAZE_STATE: '/nowhere',
    SANDBOX: '1',
    SECRET_KEY: '11'.repeat(32),
    ISSUER_URL: 'http://127.0.0.1:1',
    ISSUER_KEY: 'issuer-key',
    ISSUER_WEBHOOK_SECRET: 'whsec_dGVzdC10ZXN0LXRlc3QtdGVzdC10ZXN0LXRlc3Q=',
    ISSUER_REVEAL_ORIGIN: 'http://127.0.0.1:1',
    CHAIN_URL: settings.url,
    CHAIN_ID: `${settings.chainId}`,
    CHAIN_CONFIRMATIONS: `${settings.confirmations}`,
    CHAIN_TOKENS: JSON.stringify(settings.tokens),
    CHAIN_XPUB: settings.xpub,
    CHAIN_HOT_KEY: '22'.repeat(32),
    RATES_URL: 'http://127.0.0.1:1',
    SMTP_URL: 'smtp://127.0.0.1:1',
  }
}

/** Has what was done to a subject been done a day earlier. The database lets nobody do that but its owner. */
export async function agedAudits(db: Db, subject: string) {
  await sql`alter table audits disable trigger immutable`.execute(db)
  await sql`update audits set created_at = created_at - interval '24 hours 1 second' where subject = ${subject}`.execute(
    db,
  )
  await sql`alter table audits enable trigger immutable`.execute(db)
}
