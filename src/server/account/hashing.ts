import { hash, verify } from '@node-rs/argon2'
import { aside } from '../http/crowd.ts'

const atOnce = 4
const waitingMax = 200

/** Where to wait: whoever is signed in does not stand behind strangers, however many of those log in. */
type Line = 'customers' | 'strangers'

/** Argon2id, the minimum that OWASP asks for: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password or a keyed PIN. Few run at once, so that signing in cannot starve everything else. */
export async function hashSecret(secret: string, line: Line = 'strangers'): Promise<string> {
  return await inLine(line, () => hash(secret, cost))
}

/** Compares a secret with its hash. Without a hash the answer is no and takes as long. */
export async function isSecret(
  secret: string,
  secretHash: string | null,
  line: Line = 'strangers',
): Promise<boolean> {
  const matches = await inLine(line, async () => verify(secretHash ?? (await nobodys), secret))
  return matches && secretHash !== null
}

const nobodys = hash('nobody has this one', cost)

let running = 0
const waiting: Record<Line, (() => void)[]> = { customers: [], strangers: [] }

async function inLine<T>(line: Line, work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1
  else if (waiting[line].length < waitingMax)
    await aside(() => new Promise<void>(resolve => waiting[line].push(resolve)))
  else throw Object.assign(new Error('too many secrets wait to be hashed'), { statusCode: 503 })
  try {
    return await work()
  } finally {
    const next = waiting.customers.shift() ?? waiting.strangers.shift()
    if (next) next()
    else running -= 1
  }
}
