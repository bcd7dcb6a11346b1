import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { clipped } from './clipped.ts'

/**
 * Our log: a line of JSON for each thing that happened. Of what failed it keeps what an engineer needs and nothing of the
 * person it failed for: the database's detail of a fault is a whole row, a mail server's answer names who was written to.
 * Whatever failed, and however, it is told in one line with an end, and telling it does not fail.
 */
export function newLog({ level, to }: { level: string; to?: DestinationStream }): Logger {
  const options = {
    level,
    // By whichever name it is logged; `err` is pino's own, and Fastify's.
    serializers: { error: (error: unknown) => told(error), err: (error: unknown) => told(error) },
    hooks: { logMethod: worded },
    redact: ['*.token', '*.password', '*.pin', '*.code', 'req.headers'],
  }
  return to ? pino(options, to) : pino(options)
}

/** Where nobody says what happened, pino takes the message of the fault for it, as it is. */
function worded(this: Logger, [first, ...rest]: Parameters<LogFn>, log: LogFn) {
  if (typeof first === 'string') return log.call(this, first, ...rest)
  const told: unknown = first instanceof Error ? { err: first } : first
  log.call(this, told, ...(rest.length > 0 ? rest : ['']))
}

/** Of a fault behind a fault behind a fault so many are told: one may be its own cause. */
const causesMax = 5
/** The words of others may go on and on. */
const wordsMax = 5000

function told(error: unknown, depth = 0): unknown {
  try {
    return error instanceof Error ? toldOf(error, depth) : nameless(String(error))
  } catch {
    return 'what failed cannot be told'
  }
}

function toldOf(error: Error, depth: number) {
  const { code, constraint, table } = error as Error & Record<string, unknown>
  return {
    type: error.constructor.name,
    message: nameless(error.message),
    stack: nameless(error.stack ?? ''),
    // Codes by which customers prove something are kept out of the log under their own name.
    fault: word(code),
    constraint: word(constraint),
    table: word(table),
    ...(error.cause !== undefined && {
      cause: depth < causesMax ? told(error.cause, depth + 1) : 'and so on',
    }),
  }
}

function word(value: unknown): string | number | undefined {
  return typeof value === 'string' ? clipped(value, 200) : typeof value === 'number' ? value : undefined
}

/** Without the addresses of people, nor the first half of one. */
function nameless(text: string): string {
  const begun = text.length > wordsMax ? clipped(text, wordsMax).replace(/[\w.+@-]{1,300}$/, '…') : text
  return begun.replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '…@…')
}
