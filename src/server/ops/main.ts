import { runMain } from 'citty'
import { ops } from './ops.ts'

await runMain(ops)
