import { type Call, pathFields } from '../../src/contract/call.ts'
import type { TestWorld } from '../world.ts'
import type { TestCustomer } from './customer.ts'

/** What somebody may send in a field instead of what belongs there. */
export const hostile: unknown[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b12345678',
  '\ud800',
  'line\ud800',
  '🏺'.repeat(40),
  '1 or 1=1',
  "'; drop table users; --",
  '%00',
  '{{7*7}}',
  '../../etc/passwd',
  '<script>1</script>',
  'a'.repeat(10_000),
  '9'.repeat(400),
  '-1',
  '1e9',
  'NaN',
  '0001-01-01',
  '９９９９９９',
  -1,
  1e308,
  0.1,
  true,
  null,
  [],
  {},
  [[]],
  { $ne: null },
  ['a', 'b'],
]

/** The fields of a call's input. */
export function fieldsOf(call: Call): string[] {
  const { shape } = (call.input as { _zod: { def: { shape?: Record<string, unknown> } } })._zod.def
  return Object.keys(shape ?? {})
}

/** Sends a call with whatever its input says, as no app of ours would. */
export async function answerTo(
  { http }: TestWorld,
  call: Call,
  input: Record<string, unknown>,
  { token }: TestCustomer,
) {
  const rest = { ...input }
  const url = call.path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(
      String(rest[name])
        .replace(/\p{Cs}/gu, '�')
        .slice(0, 190),
    ),
  )
  for (const field of pathFields(call.path)) delete rest[field]
  const query = call.method === 'GET' ? { query: { lang: String(rest.lang) } } : { payload: rest }
  const headers = { 'x-access-token': token }
  const response = await http.inject({ method: call.method, url, headers, ...query })
  return { status: response.statusCode, body: response.json() as { code?: number; status?: number } }
}
