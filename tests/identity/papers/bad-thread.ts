import { parentPort } from 'node:worker_threads'

/** A thread that does what the picture says. */
parentPort?.on('message', (picture: Uint8Array) => {
  const word = Buffer.from(picture).toString()
  if (word === 'exit') process.exit(3)
  if (word === 'throw') throw new Error('broken')
  if (word === 'good') parentPort?.postMessage({ reading: null })
})
