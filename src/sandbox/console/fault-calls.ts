import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { type FaultPart, faultKinds } from '../faults.ts'
import { shaped } from '../http.ts'
import { Refusal } from '../refusal.ts'
import type { Parts } from './parts.ts'

const fault = z.strictObject({
  part: z.enum(Object.keys(faultKinds) as [FaultPart, ...FaultPart[]]),
  kind: z.string(),
  count: z._default(z.int().check(z.minimum(0), z.maximum(10_000)), 1),
  method: z.optional(z.enum(['GET', 'POST'])),
  path: z.optional(z.string().check(z.regex(/^\/v1\//, 'begins with /v1/'))),
  ms: z.optional(z.int().check(z.minimum(0), z.maximum(600_000))),
  value: z.optional(z.string().check(z.maxLength(100))),
})

export function faultCalls(app: FastifyInstance, { faults, chain }: Parts) {
  app.post('/faults', async ({ body }) => {
    const wanted = shaped(fault, body)
    const kinds: readonly string[] = faultKinds[wanted.part]
    if (!kinds.includes(wanted.kind)) {
      throw new Refusal(400, 'invalid', `kind: the ${wanted.part} knows ${kinds.join(', ')}`)
    }
    // Silence is counted in seconds and begins at once.
    if (wanted.part === 'chain' && wanted.kind === 'silent') chain?.silence(wanted.count)
    else faults.set(wanted)
    return { faults: faults.list() }
  })
  app.post('/faults/clear', async ({ body }) => {
    shaped(z.strictObject({}), body)
    faults.clear()
    return { faults: [] }
  })
}
