import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Fault, Faults } from '../../../src/sandbox/faults.ts'
import { startIssuer } from '../../../src/sandbox/issuer/issuer.ts'
import { openStore } from '../../../src/sandbox/store.ts'
import { httpIssuer } from '../../../src/server/cards/issuers/http.ts'

/** How often each fault comes, of a hundred requests: three in ten together. */
const shares = {
  decline: 7,
  error_before: 3,
  reset_before: 3,
  error_after: 5,
  reset_after: 5,
  garbled: 5,
  timeout_after_success: 2,
} as const
type Kind = keyof typeof shares
export const kinds = Object.keys(shares) as Kind[]

/** The one call that only reads; the others do something. */
export const reading = '/v1/cardholders/'

/** What has been asked and what of it went wrong, by the path of the call. */
export interface Seen {
  asked: Map<string, number>
  faults: Map<string, Map<Kind, number>>
}

/**
 * The sandbox's issuer behind the server's own adapter, over real sockets, failing three times in ten. It gives each
 * request its luck when it arrives.
 */
export async function startFaultyIssuer({ seed, appUrl }: { seed: number; appUrl: string }) {
  const folder = await mkdtemp(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'faulty-issuer-'))
  const store = openStore(join(folder, 'store'))
  const seen: Seen = { asked: new Map(), faults: new Map() }
  const nowhere = 'http://127.0.0.1:1'
  const sandbox = await startIssuer({
    ...{ host: '127.0.0.1', port: 0, store, faults: luck(seen, randomFrom(seed)), issuerKey: 'the-key' },
    ...{ webhookSecret: 'whsec_dGVzdA==', serverUrl: nowhere, appUrl, clearingMs: 1000 },
  })
  const { ISSUER_URL: url, ISSUER_REVEAL_ORIGIN: revealOrigin } = sandbox.settings
  return {
    // Silence and a closed circuit are waited for in no test longer than it takes to be one.
    issuer: httpIssuer({ url, key: 'the-key', revealOrigin, timeoutMs: 250, circuit: { restMs: 5 } }),
    rows: sandbox.rows,
    seen,
    /** What the cardholder of that reference answers on the issuer's page. */
    confirm(reference: string) {
      const row = sandbox.rows.cardholders.all().find(row => row.reference === reference)
      if (row) sandbox.rows.cardholders.put(row.id, { ...row, state: 'confirmed' })
    },
    async close() {
      await sandbox.close()
      store.close()
      await rm(folder, { recursive: true })
    },
  }
}

/** The faults as the issuer asks for them: those of one request in one turn, and first of all its luck. */
function luck(seen: Seen, random: () => number): Faults {
  let drawn: Kind | null = null
  let isDrawn = false
  const faultOf = (kind: string): Fault => ({ part: 'issuer', kind, count: 1, path: '/v1/' })

  function begin(call: string) {
    if (isDrawn) return
    isDrawn = true
    queueMicrotask(() => {
      isDrawn = false
    })
    drawn = draw(random)
    seen.asked.set(call, (seen.asked.get(call) ?? 0) + 1)
  }

  return {
    set: () => {},
    clear: () => {},
    waits: (_part, kind) => kind === drawn,
    list() {
      begin(reading)
      return drawn === null ? [] : [faultOf(drawn)]
    },
    take(part, kind, asked) {
      if (part !== 'issuer') return undefined
      const url = asked?.url ?? ''
      const call = url.startsWith(reading) ? reading : url
      if (kind === 'error_before') begin(call)
      if (kind !== drawn) return undefined
      const counts = seen.faults.get(call) ?? new Map<Kind, number>()
      seen.faults.set(call, counts.set(drawn, (counts.get(drawn) ?? 0) + 1))
      // One answer in two that is cut off, the other of another shape.
      return { ...faultOf(kind), ...(kind === 'garbled' && random() < 0.5 && { value: '{}' }) }
    },
  }
}

function draw(random: () => number): Kind | null {
  let place = random() * 100
  for (const kind of kinds) {
    place -= shares[kind]
    if (place < 0) return kind
  }
  return null
}

/** The same numbers for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}
