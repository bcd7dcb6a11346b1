import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import type { Errand } from './caller.ts'

/** What is asked, and how often, whether or not it is answered. */
export interface Surge {
  port: number
  path: string
  errands: Errand[]
  /** Requests a second. */
  rate: number
  seconds: number
}

/** How it was answered. */
export interface Surged {
  /** The keys of what was done. */
  done: string[]
  /** How many were told when to come again. */
  refused: number
  /** What else was heard. */
  strange: string[]
  /** How long it took until all was answered. */
  seconds: number
}

const { port, path, errands, rate, seconds } = workerData as Surge
/** As many as a balancer in front of a node would open: what is asked beyond them waits there, in order. */
const connectionsMax = 8000
const free: Socket[] = []
const waiting: ((socket: Socket) => void)[] = []
let connections = 0
const surged: Surged = { done: [], refused: 0, strange: [], seconds: 0 }
const begun = performance.now()
const sent: Promise<void>[] = []
for (let n = 0; n < rate * seconds; ) {
  const due = Math.min(Math.floor(((performance.now() - begun) / 1000) * rate), rate * seconds)
  for (; n < due; n++) sent.push(ask(errands[n % errands.length] as Errand))
  await new Promise(resolve => setTimeout(resolve, 1))
}
await Promise.all(sent)
surged.seconds = (performance.now() - begun) / 1000
for (const socket of free) socket.destroy()
parentPort?.postMessage(surged)

async function ask({ token, body }: Errand): Promise<void> {
  const requestId = randomUUID()
  const text = JSON.stringify({ ...body, requestId })
  const socket = await connection()
  const answer = await exchange(socket, { token, text })
  if (/^HTTP\/1.1 200.*"code":1/s.test(answer)) surged.done.push(requestId)
  else if (/^HTTP\/1.1 503.*retry-after: [1-5]\r\n.*"status":503/s.test(answer)) surged.refused++
  else surged.strange.push(answer.slice(0, 300))
}

function connection(): Promise<Socket> | Socket {
  const socket = free.pop()
  if (socket) return socket.destroyed ? open() : socket
  if (connections >= connectionsMax) return new Promise(done => waiting.push(done))
  connections++
  return open()
}

function open(): Socket {
  return connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('utf8')
}

/** Gives a connection to whoever waits for one; a new one in place of one that ended. */
function release(socket: Socket) {
  const next = waiting.shift()
  if (next) next(socket.destroyed ? open() : socket)
  else if (socket.destroyed) connections--
  else free.push(socket)
}

function exchange(socket: Socket, { token, text }: { token: string; text: string }): Promise<string> {
  const head = `POST ${path} HTTP/1.1\r\nhost: load\r\ncontent-type: application/json\r\nx-access-token: ${token}`
  return new Promise(done => {
    let answer = ''
    const end = () => {
      socket.removeAllListeners()
      release(socket)
      done(answer)
    }
    socket.on('error', () => {}).on('close', end)
    socket.on('data', part => {
      answer += part
      const [, length, said] = /content-length: (\d+).*?\r\n\r\n(.*)$/is.exec(answer) ?? []
      if (said !== undefined && Buffer.byteLength(said) >= Number(length)) end()
    })
    socket.write(`${head}\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  })
}
