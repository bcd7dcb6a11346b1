import type { Call } from '../contract/call.ts'
import { type Reply, type Sent, send } from './send.ts'
import { keys, recall, remember } from './storage.ts'

type MoneyCall = Call & { movesMoney: boolean }

/** What a page gives to a call that moves money; the key of the decision is added here. */
export type Decided<C extends MoneyCall> = Omit<Sent<C>, 'requestId'>

interface Open {
  requestId: string
  at: number
}

/** Secrets are no part of what was decided, and are never stored. */
const secrets = new Set(['pin', 'code', 'password'])
const keptMs = 24 * 60 * 60 * 1000

/**
 * Sends a call that moves money. The same decision (same call, same input, PIN aside) carries the same `requestId`
 * over every retry and a reload, until an answer is definite: success or a refusal. Silence may hide a yes.
 */
export async function decide<C extends MoneyCall>(call: C, input: Decided<C>): Promise<Reply<C>> {
  const about = describe(call, input as Record<string, unknown>)
  const { requestId } = open(about)
  const reply = await send(call, { ...input, requestId } as unknown as Sent<C>)
  if (isDefinite(reply)) close(about)
  return reply
}

/** Whether this very decision was sent before and is still without an answer. */
export function isUndecided<C extends MoneyCall>(call: C, input: Omit<Decided<C>, 'pin'>): boolean {
  return describe(call, input as Record<string, unknown>) in decisions()
}

/** What was decided by this call and is still without an answer, as it was sent but for its secrets; oldest first. */
export function undecided<C extends MoneyCall>(call: C): Omit<Decided<C>, 'pin'>[] {
  return Object.keys(decisions())
    .map(about => JSON.parse(about) as [path: string, told: [string, unknown][]])
    .filter(([path]) => path === call.path)
    .map(([, told]) => Object.fromEntries(told) as Omit<Decided<C>, 'pin'>)
}

function isDefinite(reply: { ok: boolean; key?: string | undefined; status?: number | undefined }): boolean {
  if (reply.ok) return true
  return reply.key !== undefined && reply.key !== 'network' && reply.key !== 'request_in_progress'
}

function open(about: string): Open {
  const all = decisions()
  const found = all[about]
  if (found) return found
  const made = { requestId: newRequestId(), at: Date.now() }
  remember(keys.decisions, { ...all, [about]: made })
  return made
}

function close(about: string) {
  const { [about]: _, ...rest } = decisions()
  remember(keys.decisions, Object.keys(rest).length ? rest : null)
}

function decisions(): Record<string, Open> {
  const all = recall<Record<string, Open>>(keys.decisions) ?? {}
  return Object.fromEntries(Object.entries(all).filter(([, { at }]) => Date.now() - at < keptMs))
}

function describe(call: Call, input: Record<string, unknown>): string {
  const told = Object.entries(input).filter(([name, value]) => !secrets.has(name) && value !== undefined)
  return JSON.stringify([call.path, told.sort(([a], [b]) => (a < b ? -1 : 1))])
}

/** A random UUID; `crypto.randomUUID` is missing where the page came over plain HTTP from another machine. */
export function newRequestId(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] as number) & 15) | 64
  bytes[8] = ((bytes[8] as number) & 63) | 128
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
