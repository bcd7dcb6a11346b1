import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFaults } from '../../src/sandbox/faults.ts'
import { startIssuer } from '../../src/sandbox/issuer/issuer.ts'
import { openStore } from '../../src/sandbox/store.ts'
import type { Issuer } from '../../src/server/cards/issuer.ts'
import { type HttpIssuerOptions, httpIssuer } from '../../src/server/cards/issuers/http.ts'
import { startWorld } from '../world.ts'
import { silentIssuer } from './silent.ts'

const webhookSecret = 'whsec_dGVzdC10ZXN0LXRlc3QtdGVzdC10ZXN0LXRlc3Q='

/** Our server and the sandbox's issuer over real sockets, in both directions. */
export async function startIssuerTown({
  clearingMs = 50,
  orderMs = 0,
  ...terms
}: { clearingMs?: number; orderMs?: number } & Partial<HttpIssuerOptions> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'issuer-town-'))
  const store = openStore(join(folder, 'store'))
  const faults = openFaults(store)
  let issuer: Issuer | undefined
  // The server is there before the issuer it talks to.
  const late = new Proxy(silentIssuer, { get: (silent, name: keyof Issuer) => (issuer ?? silent)[name] })
  const tested = await startWorld({ issuer: late })
  await tested.http.listen({ port: 0, host: '127.0.0.1' })
  const serverUrl = `http://127.0.0.1:${(tested.http.server.address() as AddressInfo).port}`
  const open = (port: number) =>
    startIssuer({
      ...{ host: '127.0.0.1', port, store, faults, issuerKey: 'the-key', webhookSecret },
      ...{ serverUrl, appUrl: serverUrl, clearingMs, orderMs, waitsMs: tested.world.config.ISSUER_WAITS_MS },
    })
  const sandbox = await open(0)
  const { ISSUER_URL: url, ISSUER_REVEAL_ORIGIN: revealOrigin } = sandbox.settings
  issuer = httpIssuer({ url, key: 'the-key', revealOrigin, ...terms })
  let running: typeof sandbox | null = sandbox
  return {
    tested,
    sandbox,
    faults,
    serverUrl,
    /** The issuer goes down; what it remembers stays. */
    async stopIssuer() {
      await running?.close()
      running = null
    },
    /** It comes back where it was. */
    async startIssuer() {
      running = await open(Number(new URL(url).port))
    },
    async close() {
      await running?.close()
      await tested.close()
      store.close()
      await rm(folder, { recursive: true })
    },
  }
}
