import { Worker } from 'node:worker_threads'
import type { Statement } from './statement.ts'
import type { Printing } from './statement-pdf.ts'

/** No paper takes this long: whatever keeps it, the others do not wait for it. */
const longestMs = 60_000

let last: Promise<unknown> = Promise.resolve()

/**
 * A statement as PDF, made in a thread of its own: a long one takes seconds, and nobody else waits for it. One at a time;
 * the others stand in line.
 */
export async function printStatement(statement: Statement, printing: Printing): Promise<Uint8Array> {
  const mine = last.then(() => print(statement, printing))
  last = mine.catch(() => {})
  return await mine
}

function print(statement: Statement, printing: Printing): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./statement-worker.ts', import.meta.url), {
      workerData: { statement, printing },
      execArgv: [],
      env: {},
    })
    const patience = setTimeout(() => worker.terminate(), longestMs)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', code => {
      clearTimeout(patience)
      reject(new Error(`the thread of a statement ended with ${code}`))
    })
  })
}
