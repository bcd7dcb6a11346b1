import type * as z from 'zod/mini'
import type { AlwaysRefusal, Refusal } from './refusal.ts'

/** One call of the API as data: where it lives, who may call it, what it takes, gives and may refuse. */
export interface Call<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Refuses extends Refusal = Refusal,
  Who extends 'anyone' | 'customer' = 'anyone' | 'customer',
> {
  /** Path template; `{name}` takes that field of the input (specification, section 7). */
  path: string
  method: 'POST' | 'GET'
  /** `anyone`: a token is welcome, never required. `customer`: without a live session the answer is status 401. */
  who: Who
  /**
   * Whether it moves, reserves or returns money, and what makes it happen once however often it arrives. `byKey`: the input
   * carries `requestId`, the idempotency key of one decision of a person. `byState`: it begins or ends something of which
   * there is one (a withdrawal is taken back, an account deleted), and a repeat finds it begun or ended.
   */
  movesMoney: 'byKey' | 'byState' | null
  /** `multipart` where a picture is sent; everything else is JSON. */
  body: 'json' | 'multipart'
  /** True: fields may stand in the query of a POST as well (decision D2). Never with secrets: whoever stands in between logs queries. */
  takesQuery: boolean
  /** How long an answer may be kept by whoever asked; 0 for not at all. Only what is the same for everybody. */
  keptSeconds: number
  /** What the caller is promised, the effect first. Becomes the summary in the API document. */
  promise: string
  input: Input
  output: Output
  refuses: readonly Refuses[]
}

type Described<I extends z.ZodMiniType, O extends z.ZodMiniType, R extends Refusal, W> = Pick<
  Call<I, O, R>,
  'path' | 'promise' | 'input' | 'output'
> &
  Partial<Pick<Call<I, O, R>, 'method' | 'movesMoney' | 'body' | 'takesQuery' | 'keptSeconds'>> & {
    refuses?: readonly R[]
    who?: W
  }

/** Declares a call: it needs a handler, or the server does not compile. */
export function call<
  I extends z.ZodMiniType,
  O extends z.ZodMiniType,
  const R extends Refusal = never,
  const W extends 'anyone' | 'customer' = 'customer',
>(described: Described<I, O, R, W>): Call<I, O, R, W> {
  const who = described.who ?? ('customer' as W)
  return { ...defaults, ...described, who, refuses: described.refuses ?? [] }
}

const defaults = {
  method: 'POST',
  who: 'customer',
  movesMoney: null,
  body: 'json',
  takesQuery: false,
  keptSeconds: 0,
} as const

/** The parsed input of a call. */
export type Input<C extends Call> = z.output<C['input']>
/** What a call answers when it succeeds: the `data` of the envelope. */
export type Output<C extends Call> = z.output<C['output']>
/** The refusals a call may answer with, the general ones included. */
export type Refuses<C extends Call> = C['refuses'][number] | AlwaysRefusal

/** What travels: success, refusal (no `status`) or infrastructure failure (decision D1). */
export type Envelope =
  | { code: 1; data: unknown; msg?: string }
  | { code: number; key: Refusal; msg: string; data: Record<string, unknown> | null }
  | { status: number; error: string; path: string }

/** Fields of a path template, in order: `…/{pageSize}/{page}` gives `['pageSize', 'page']`. */
export function pathFields(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1] as string)
}
