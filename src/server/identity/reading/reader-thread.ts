import { parentPort } from 'node:worker_threads'
import { readPicture } from './read.ts'
import type { Answer } from './reader.ts'
import { drawTemplates } from './templates.ts'

const templates = drawTemplates()

parentPort?.on('message', async (picture: Uint8Array) => {
  parentPort?.postMessage(await answerTo(Buffer.from(picture)))
})

async function answerTo(picture: Buffer): Promise<Answer> {
  try {
    return { reading: await readPicture(picture, await templates) }
  } catch (error) {
    return { fault: String(error) }
  }
}
