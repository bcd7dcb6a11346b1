import { resolve } from 'node:path'

/** Where a sandbox world lives: its folder, its ports and the server it serves. */
export interface World {
  folder: string
  host: string
  ports: { console: number; issuer: number; rates: number; chain: number; smtp: number; node: number }
  serverUrl: string
  appUrl: string
  blockMs: number
  clearingMs: number
  /** How long a question to the server, whether a purchase may go on, waits for its answer. */
  waitsMs: number
  /** One beat of the clock that moves orders of physical cards on; 0 leaves them to a person. */
  orderMs: number
}

/** Reads from the environment where the world is to be. */
export function worldFrom(env: NodeJS.ProcessEnv): World {
  const base = whole(env.SANDBOX_PORT, 3100, 'SANDBOX_PORT')
  const serverUrl = env.SERVER_URL || 'http://127.0.0.1:3000'
  return {
    folder: resolve(env.GLAZE_STATE || '.glaze', 'sandbox'),
    host: '127.0.0.1',
    ports: {
      console: base,
      issuer: base + 1,
      rates: base + 2,
      chain: base + 3,
      smtp: base + 4,
      node: base + 5,
    },
    serverUrl,
    appUrl: env.APP_URL || serverUrl,
    blockMs: whole(env.SANDBOX_BLOCK_MS, 1000, 'SANDBOX_BLOCK_MS'),
    clearingMs: whole(env.SANDBOX_CLEARING_MS, 2000, 'SANDBOX_CLEARING_MS'),
    waitsMs: whole(env.ISSUER_WAITS_MS, 2000, 'ISSUER_WAITS_MS'),
    orderMs: whole(env.SANDBOX_ORDER_MS, 6000, 'SANDBOX_ORDER_MS'),
  }
}

function whole(text: string | undefined, otherwise: number, name: string): number {
  if (!text) return otherwise
  if (!/^\d{1,7}$/.test(text)) throw new Error(`${name} must be a whole number, not ${text}`)
  return Number(text)
}
