import type * as z from 'zod/mini'
import type { Call } from '../../contract/call.ts'
import { drop } from '../../contract/decision.ts'
import { type Reply, type Sent, send } from '../send.ts'
import { session } from '../state/session.ts'
import { keys, recall, remember } from '../storage.ts'
import { guardClosing } from '../telegram/guards.ts'
import { isUnknown } from '../trouble/trouble.ts'
import { newRequestId } from './request-id.ts'

/** A call that moves money by a key (`movesMoney: 'byKey'` in the contract). */
type MoneyCall = Call<z.ZodMiniType<unknown, { requestId: string }>>

/** What a page gives to a call that moves money; the key of the decision is added here, unless it is asked about again. */
export type Decided<C extends MoneyCall> = Omit<Sent<C>, 'requestId'> & { requestId?: string }

/** What was decided and is still without an answer, as it was sent but for its secrets. */
export type Undecided<C extends MoneyCall> = Omit<Sent<C>, 'pin'> & { requestId: string }

/** Who decided, by which call, and what. */
type About = [by: string | null, path: string, told: [name: string, value: unknown][]]

/** By key: requests still without an answer, plus one for a key from before this page. */
const unanswered = new Map<string, number>()
/** Keys that had their success or refusal: what comes late says nothing new. */
const answered = new Set<string>()

/** Kinds of which one at a time may be without an answer; all others are about a thing of their own. */
const kinds = ['openCard', 'transferOut', 'convertTo']

/** Neither secrets nor its own key are part of what was decided; secrets are never stored. */
const untold = new Set(['pin', 'code', 'password', 'requestId'])

/**
 * Sends a call that moves money. The same decision (same call, same input, PIN aside) carries the same `requestId`
 * over every retry and a reload, however late, until an answer is definite: success or a refusal. Silence may hide a yes.
 * While it is on its way the client asks before it closes. A decision that has to wait for the answer to another one is not
 * sent, and gets the reply of a silent network.
 */
export async function decide<C extends MoneyCall>(call: C, input: Decided<C>): Promise<Reply<C>> {
  const about = describe(call, input as Record<string, unknown>)
  if (!input.requestId && mustWait(about)) return { ok: false, status: 0, key: 'network' }
  const requestId = input.requestId ?? open(about)
  count(requestId, 1)
  const release = guardClosing()
  const reply = await send(call, { ...input, requestId } as unknown as Sent<C>, { background: true })
  release()
  if (isUnknown(reply)) reopen(about, requestId)
  // A wrong PIN does not answer the other requests under this key.
  else if (count(requestId, -1) === 0 || !isAboutPin(reply)) close(about, requestId)
  return reply
}

/**
 * What the person who is signed in decided by this call and has no answer to yet, oldest first. Given to `decide`, it is
 * asked about and never done twice.
 */
export function undecided<C extends MoneyCall>(call: C): Undecided<C>[] {
  return Object.entries(decisions()).flatMap(([about, { requestId }]) => {
    const [by, path, told] = JSON.parse(about) as About
    return by === mine() && path === call.path
      ? [{ ...Object.fromEntries(told), requestId } as Undecided<C>]
      : []
  })
}

/**
 * Lets go of what is without an answer, so that it never happens. Nothing is let go of when it was answered after all: asked
 * again, it says how it ended.
 */
export async function letGo(requestId: string): Promise<Reply<typeof drop>> {
  const reply = await send(drop, { requestId }, { background: true })
  const found = Object.entries(decisions()).find(([, each]) => each.requestId === requestId)
  if (found && reply.ok && reply.data.isDropped) close(found[0], requestId)
  return reply
}

/** Whether another of its kind is without an answer, perhaps since a moment ago and from another tab. */
function mustWait(about: string): boolean {
  const kind = kindOf(about)
  return Object.keys(decisions()).some(each => kind && each !== about && kindOf(each) === kind)
}

/** By whom and of which kind, where one at a time may be without an answer. */
function kindOf(about: string): string | undefined {
  const [by, path] = JSON.parse(about) as About
  const kind = kinds.find(kind => path.includes(kind))
  return kind && `${by} ${kind}`
}

function isAboutPin(reply: { ok: boolean; key?: string | undefined }): boolean {
  return reply.key?.startsWith('pin_') ?? false
}

function open(about: string): string {
  const found = decisions()[about]
  if (found) return found.requestId
  const requestId = newRequestId()
  unanswered.set(requestId, 0)
  keep(about, requestId)
  return requestId
}

function keep(about: string, requestId: string) {
  remember(keys.decisions, { ...decisions(), [about]: { requestId } })
}

/** Another tab may have closed it with an answer of its own: whoever asks again here asks about this very one. */
function reopen(about: string, requestId: string) {
  if (!answered.has(requestId) && !(about in decisions())) keep(about, requestId)
}

/** A key that is not from this page is one that was sent before. */
function count(requestId: string, change: 1 | -1): number {
  const counted = (unanswered.get(requestId) ?? 1) + change
  unanswered.set(requestId, counted)
  return counted
}

/** Forgets it, unless the same was decided anew meanwhile. */
function close(about: string, requestId: string) {
  answered.add(requestId)
  const { [about]: found, ...rest } = decisions()
  if (found?.requestId !== requestId) return
  remember(keys.decisions, Object.keys(rest).length ? rest : null)
}

function decisions(): Record<string, { requestId: string }> {
  const kept = Object.entries(recall<Record<string, { requestId: string }>>(keys.decisions, {}))
  return Object.fromEntries(kept.filter(isDecision))
}

/** Storage may hold anything. */
function isDecision([about, decision]: [string, { requestId: string } | null]): boolean {
  try {
    const [, path, told] = JSON.parse(about) as About
    return typeof decision?.requestId === 'string' && typeof path === 'string' && !!Object.fromEntries(told)
  } catch {
    return false
  }
}

function describe(call: Call, input: Record<string, unknown>): string {
  const told = Object.entries(input).filter(([name, value]) => !untold.has(name) && value !== undefined)
  const about: About = [mine(), call.path, told.sort(([a], [b]) => (a < b ? -1 : 1))]
  return JSON.stringify(about)
}

function mine(): string | null {
  return session.peek()?.user.id ?? null
}
