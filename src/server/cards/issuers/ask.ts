import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { textWithin } from '../../bounded.ts'
import { clipped } from '../../clipped.ts'
import { storable } from '../../database/storable.ts'
import { aside } from '../../http/crowd.ts'
import type { IssuerAnswer, IssuerRefusal } from '../issuer.ts'
import { type CircuitTerms, newCircuit } from './circuit.ts'

const refusal = z.object({ error: z.string().check(z.minLength(1), z.maxLength(200)) })

/** For people: nothing is decided by it, so it is cut off rather than refused. */
export const freeText = (most: number) =>
  z.pipe(
    z.string(),
    z.transform(text => clipped(text, most)),
  )
/** As the database counts. */
export const version = z.int().check(z.maximum(2 ** 31 - 1))

/** A page of a thousand events is a quarter of it. */
const answerBytesMax = 4 * 1024 * 1024

/** Where the issuer is, and how we show who we are. */
export interface IssuerAccess {
  url: string
  key: string
  timeoutMs?: number
  circuit?: CircuitTerms
}

/** What came of one request. */
export type Reply<T> =
  | { outcome: 'done'; value: T }
  | { outcome: 'declined'; reason: IssuerRefusal }
  | { outcome: 'unknown'; status: number }

interface Asked<T> {
  shape: z.ZodMiniType<T>
  /** With a body it is a POST. */
  body?: object
  /**
   * Left out, each request gets a new one: for what may be repeated without harm, since under a kept key a second freeze
   * would get the first one's answer. It never contains what was asked.
   */
  idempotencyKey?: string
}

/** One request to the issuer. Never throws. */
export type Ask = <T>(path: string, asked: Asked<T>) => Promise<Reply<T>>

/**
 * Only a plain yes is `done` and only a plain no (422) is `declined`; time-outs, 5xx, redirects and answers that make
 * no sense are `unknown`, since what we asked for may have been done.
 *
 * One circuit guards every call: to whoever asks, an issuer that is not asked is one that did not answer. Time-outs, 5xx
 * and answers that are cut off, without an end or no JSON open it; a no does not, nor does any other word of the issuer's own.
 */
export function askOf({ url, key, timeoutMs = 5000, ...terms }: IssuerAccess): Ask {
  const circuit = newCircuit(terms.circuit)
  return async (path, { shape, body, idempotencyKey }) => {
    const question = idempotencyKey ?? path
    if (!circuit.admits(question)) return { outcome: 'unknown', status: 0 }
    try {
      const [response, told] = await aside(async () => {
        const response = await fetch(new URL(path, url), {
          method: body ? 'POST' : 'GET',
          headers: {
            authorization: `Bearer ${key}`,
            ...(body && {
              'content-type': 'application/json',
              'idempotency-key': idempotencyKey ?? randomUUID(),
            }),
          },
          body: body ? JSON.stringify(body) : null,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        return [response, JSON.parse(await textWithin(response, answerBytesMax)) as unknown] as const
      })
      const answer = storable<unknown>(told)
      if (response.status < 500) circuit.answered()
      else circuit.failed(question)
      const no = response.status === 422 ? refusal.safeParse(answer) : null
      if (no?.success) return { outcome: 'declined', reason: refusalOf(no.data.error) }
      const read = response.ok ? shape.safeParse(answer) : null
      if (read?.success) return { outcome: 'done', value: read.data }
      return { outcome: 'unknown', status: response.status }
    } catch {
      circuit.failed(question)
      return { outcome: 'unknown', status: 0 }
    }
  }
}

/** The answer of the port, with what was read of a yes. */
export function answerOf<T, A extends object>(reply: Reply<T>, read: (value: T) => A): IssuerAnswer<A> {
  switch (reply.outcome) {
    case 'done':
      return { outcome: 'done', ...read(reply.value) }
    case 'declined':
      return { outcome: 'declined', reason: reply.reason }
    case 'unknown':
      return { outcome: 'unknown' }
  }
}

type Kind = 'cards' | 'orders' | 'cardholders' | 'disputes' | 'challenges' | 'authorizations'

/** The path of one thing of a kind, whatever its id is made of. */
export function pathOf(kind: Kind, id: string, verb = ''): string {
  return `/v1/${kind}/${encodeURIComponent(id)}${verb && `/${verb}`}`
}

function refusalOf(word: string): IssuerRefusal {
  return words[word] ?? 'other'
}

const words: Record<string, IssuerRefusal> = {
  activation_code_wrong: 'code_incorrect',
  activation_blocked: 'too_many_tries',
  card_closed: 'card_closed',
  cardholder_fixed: 'cardholder_fixed',
  cardholder_needed: 'cardholder_needed',
  phone_invalid: 'phone_invalid',
  pin_weak: 'pin_weak',
  order_in_making: 'order_in_making',
  order_not_returned: 'order_not_returned',
  challenge_over: 'challenge_over',
}
