import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * Our log: a line of JSON for each thing that happened. Of what failed it keeps what an engineer needs and nothing of the
 * person it failed for: the database's detail of a fault is a whole row, a mail server's answer names who was written to.
 */
export function newLog({ level, to }: { level: string; to?: DestinationStream }): Logger {
  const options = {
    level,
    serializers: { error: told },
    redact: ['*.token', '*.password', '*.pin', '*.code', 'req.headers'],
  }
  return to ? pino(options, to) : pino(options)
}

function told(error: unknown): unknown {
  if (!(error instanceof Error)) return nameless(String(error))
  const { code, constraint, table } = error as Error & Record<string, unknown>
  return {
    type: error.constructor.name,
    message: nameless(error.message),
    stack: nameless(error.stack ?? ''),
    // Codes by which customers prove something are kept out of the log under their own name.
    fault: code,
    constraint,
    table,
    ...(error.cause !== undefined && { cause: told(error.cause) }),
  }
}

/** Without the addresses of people. */
function nameless(text: string): string {
  return text.replace(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, '…@…')
}
