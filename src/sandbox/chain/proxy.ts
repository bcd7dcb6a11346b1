import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Hex, keccak256 } from 'viem'
import type { Faults } from '../faults.ts'
import { checkPort } from '../port.ts'

/** How long a `broadcast_timeout` keeps its answer back: longer than anybody waits. */
const lateMs = 10_000
const broadcastFaults = [
  'broadcast_timeout',
  'broadcast_lost',
  'broadcast_refused',
  'broadcast_duplicate',
] as const

/**
 * What the server takes for the node: it passes every byte on and back, unless a fault waits. `node_silent` leaves any
 * question without an answer. A broadcast may be passed on and answered too late (`broadcast_timeout`), answered and
 * never passed on (`broadcast_lost`), refused as too cheap (`broadcast_refused`), or passed on twice and answered as the
 * second time (`broadcast_duplicate`). The receipt of what is mined may be kept back (`receipt_withheld`). The sandbox's
 * own hands on the chain ask the node itself.
 */
export async function startProxy(needs: {
  host: string
  port: number
  nodePort: number
  faults: Faults
}): Promise<{ url: string; close(): void }> {
  const { host, port, nodePort, faults } = needs
  await checkPort(port, 'SANDBOX_PORT')
  const server = createServer(async (asked, reply) => {
    try {
      const body = await bytesOf(asked)
      const answer = await answerTo(body, faults, () => passOn(asked, { host, nodePort, body }))
      if (answer) send(reply, answer)
    } catch {
      // A node that is gone does not say so: the connection breaks.
      reply.destroy()
    }
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve)
  })
  return {
    url: `http://${host}:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
}

/** Null: there will be no answer. */
async function answerTo(body: Buffer, faults: Faults, pass: () => Promise<Answer>): Promise<Answer | null> {
  if (faults.take('chain', 'node_silent')) return null
  const question = questionIn(body)
  if (question?.method === 'eth_getTransactionReceipt' && faults.take('chain', 'receipt_withheld'))
    return json({ jsonrpc: '2.0', id: question.id, result: null })
  const broadcast = question?.method === 'eth_sendRawTransaction' ? question : null
  const fault = broadcast && broadcastFaults.find(kind => faults.take('chain', kind))
  if (!fault) return await pass()
  switch (fault) {
    case 'broadcast_timeout': {
      const answer = await pass()
      await sleep(lateMs, undefined, { ref: false })
      return answer
    }
    case 'broadcast_lost':
      return json({ jsonrpc: '2.0', id: broadcast.id, result: keccak256(broadcast.first) })
    case 'broadcast_refused':
      return json({
        jsonrpc: '2.0',
        id: broadcast.id,
        error: { code: -32000, message: 'transaction underpriced' },
      })
    case 'broadcast_duplicate':
      await pass()
      return await pass()
  }
}

/** What this request asks of the node, with its first argument: the signed transaction, when it broadcasts one. */
function questionIn(body: Buffer): { id: unknown; method: unknown; first: Hex } | null {
  try {
    const { id, method, params } = JSON.parse(body.toString())
    return { id, method, first: params[0] }
  } catch {
    return null
  }
}

function passOn(
  { method, url, headers }: IncomingMessage,
  { host, nodePort, body }: { host: string; nodePort: number; body: Buffer },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = {
      host,
      port: nodePort,
      method,
      path: url,
      headers: { ...withoutConnection(headers), 'content-length': body.length },
    }
    request(options, async answer => {
      try {
        resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: await bytesOf(answer) })
      } catch (error) {
        reject(error)
      }
    })
      .once('error', reject)
      .end(body)
  })
}

function send(reply: ServerResponse, { status, headers, body }: Answer) {
  reply.writeHead(status, { ...withoutConnection(headers), 'content-length': body.length }).end(body)
}

/** What is said about a connection is not true of the next one. */
function withoutConnection({
  connection: _connection,
  'keep-alive': _keepAlive,
  'transfer-encoding': _encoding,
  ...headers
}: IncomingMessage['headers']) {
  return headers
}

function json(answer: object): Answer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(answer)),
  }
}

async function bytesOf(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
