import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Call, Envelope } from '../../src/contract/call.ts'
import type { Node } from '../fixtures/world.ts'

/** What is sent to one of the nodes. */
export interface Sending {
  node: Node
  call: Call
  token: string
  body: object
}

/**
 * Sends requests so that they end in one moment: each on a socket of its own, all of it but the last byte; then every
 * last byte in one turn of the event loop. Whatever is checked before something is done is checked by all of them.
 */
export async function sendTogether(sendings: readonly Sending[]): Promise<Envelope[]> {
  const begun = await Promise.all(sendings.map(begin))
  return await Promise.all(begun.map(end => end()))
}

async function begin({ node, call, token, body }: Sending): Promise<() => Promise<Envelope>> {
  const bytes = requestOf({ call, token, body })
  const { port } = node.http.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject)
    socket.write(bytes.subarray(0, -1), error => (error ? reject(error) : resolve()))
  })
  const answer = answerOn(socket)
  return () => {
    socket.write(bytes.subarray(-1))
    return answer
  }
}

function requestOf({ call, token, body }: Omit<Sending, 'node'>): Buffer {
  const content = JSON.stringify(body)
  const head = [
    `POST ${call.path} HTTP/1.1`,
    'host: 127.0.0.1',
    'connection: close',
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(content)}`,
    `x-access-token: ${token}`,
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`)
}

function answerOn(socket: Socket): Promise<Envelope> {
  const chunks: Buffer[] = []
  return new Promise((resolve, reject) => {
    socket.on('data', chunk => chunks.push(chunk))
    socket.once('error', reject)
    socket.once('end', () => {
      const text = Buffer.concat(chunks).toString()
      resolve(JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as Envelope)
    })
  })
}
