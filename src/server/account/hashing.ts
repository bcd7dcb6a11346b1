import { hash, verify } from '@node-rs/argon2'

const atOnce = 4
const waitingMax = 200

/** Argon2id, the minimum that OWASP asks for: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes a password or a keyed PIN. Few run at once, so that signing in cannot starve everything else. */
export async function hashSecret(secret: string): Promise<string> {
  return await inTurn(() => hash(secret, cost))
}

/** Compares a secret with its hash. Without a hash the answer is no and takes as long. */
export async function isSecret(secret: string, secretHash: string | null): Promise<boolean> {
  const matches = await inTurn(async () => verify(secretHash ?? (await nobodys), secret))
  return matches && secretHash !== null
}

const nobodys = hash('nobody has this one', cost)

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running += 1
  else if (waiting.length < waitingMax) await new Promise<void>(resolve => waiting.push(resolve))
  else throw Object.assign(new Error('too many secrets wait to be hashed'), { statusCode: 503 })
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
