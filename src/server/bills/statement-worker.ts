import { parentPort, workerData } from 'node:worker_threads'
import type { Statement } from './statement.ts'
import { type Printing, statementPdf } from './statement-pdf.ts'

const { statement, printing } = workerData as { statement: Statement; printing: Printing }
parentPort?.postMessage(await statementPdf(statement, printing))
