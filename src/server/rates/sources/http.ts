import * as z from 'zod/mini'
import { textWithin } from '../../bounded.ts'
import type { RateSource } from '../source.ts'

const answerBytesMax = 256 * 1024
const code = z.string().check(z.regex(/^[A-Z]{2,10}$/))
// A rate that is no number is told on: it spoils its own pair, not the others.
const answer = z.strictObject({
  at: z.iso.datetime({ offset: true }),
  rates: z
    .array(z.strictObject({ base: code, quote: code, rate: z.string().check(z.maxLength(64)) }))
    .check(z.maxLength(500)),
})

/** A source that answers `GET {url}/rates` with `{at, rates: [{base, quote, rate}]}`. */
export function httpRates({ url, timeoutMs = 5000 }: { url: string; timeoutMs?: number }): RateSource {
  return {
    async read() {
      const response = await fetch(`${url.replace(/\/$/, '')}/rates`, {
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
        headers: { accept: 'application/json' },
      })
      if (!response.ok) throw new Error(`the rate source answered with status ${response.status}`)
      const { at, rates } = answer.parse(JSON.parse(await textWithin(response, answerBytesMax)))
      return { at: new Date(at), rates }
    },
  }
}
