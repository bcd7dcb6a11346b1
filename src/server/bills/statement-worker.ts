import { parentPort, workerData } from 'node:worker_threads'
import type { Statement } from './statement.ts'
import { statementPdf } from './statement-pdf.ts'
import type { Lang } from './statement-words.ts'

const { statement, lang } = workerData as { statement: Statement; lang: Lang }
parentPort?.postMessage(await statementPdf(statement, lang))
