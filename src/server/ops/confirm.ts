import { createInterface } from 'node:readline/promises'
import { readOperatorPlace } from '../config.ts'
import { PlainError } from '../plain-error.ts'

/** Verbs that only look. */
const looking = new Set([
  'list',
  'show',
  'check',
  'status',
  'strays',
  'accounts',
  'entries',
  'transfer',
  'sessions',
])

/**
 * Lets verbs that change something touch customers' money on purpose only. Where the world around us is no sandbox they
 * need OPS_ENVIRONMENT=production, and the name of the database typed: at the terminal, or as --confirm=… by a program.
 */
export async function confirmProduction(words: readonly string[]): Promise<void> {
  const [, verb = ''] = words.filter(word => !word.startsWith('-'))
  if (verb === '' || looking.has(verb) || words.includes('--help')) return
  const { isSandbox, environment, database } = readOperatorPlace()
  if (isSandbox) return
  if (environment !== 'production') {
    throw new PlainError('This is no sandbox: set OPS_ENVIRONMENT=production if customers are meant.')
  }
  const given = words.find(word => word.startsWith('--confirm='))?.slice('--confirm='.length)
  if ((given ?? (await typed(database))) !== database) {
    throw new PlainError(`Not confirmed: the name of the database is ${database}. Nothing was done.`)
  }
}

async function typed(database: string): Promise<string> {
  if (!process.stdin.isTTY) return ''
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return (await terminal.question(`This changes what customers have. Type ${database} to go on: `)).trim()
  } finally {
    terminal.close()
  }
}
