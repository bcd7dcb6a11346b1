import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'
import { rateOf } from './rate.ts'

/** What one customer asks for again and again. */
export interface Errand {
  token: string
  body: Record<string, unknown>
}

const { port, path, errands, seconds } = workerData as {
  port: number
  path: string
  errands: Errand[]
  seconds: number
}

// Sockets, not an HTTP client: as pgbench, the caller must not need more of the machine than what it measures.
const sockets = await Promise.all(errands.map(open))
const work = (client: number) => call(sockets[client] as Socket, errands[client] as Errand)
const rate = await rateOf(work, { clients: errands.length, seconds })
for (const socket of sockets) socket.destroy()
parentPort?.postMessage(rate)

function open(): Promise<Socket> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => done(socket))
    socket.setEncoding('utf8').once('error', fail)
  })
}

/** One request on a connection that is kept open, and its answer, which must be a success. */
function call(socket: Socket, { token, body }: Errand): Promise<void> {
  const text = JSON.stringify({ ...body, requestId: randomUUID() })
  const head = `POST ${path} HTTP/1.1\r\nhost: load\r\ncontent-type: application/json\r\nx-access-token: ${token}`
  return new Promise((done, fail) => {
    let answer = ''
    const end = (error?: Error) => {
      socket.removeAllListeners('data').removeAllListeners('close')
      if (error) fail(error)
      else done()
    }
    socket.on('close', () => end(new Error('the server hung up')))
    socket.on('data', part => {
      answer += part
      const [, length, said] = /content-length: (\d+).*?\r\n\r\n(.*)$/is.exec(answer) ?? []
      if (said === undefined || said.length < Number(length)) return
      end(JSON.parse(said).code === 1 ? undefined : new Error(said))
    })
    socket.write(`${head}\r\ncontent-length: ${text.length}\r\n\r\n${text}`)
  })
}
