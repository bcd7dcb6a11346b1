import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { keccak256 } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openFaults } from '../faults.ts'
import { openStore } from '../store.ts'
import { freePort, trialFolder } from '../trial.ts'
import { startProxy } from './proxy.ts'

const folder = trialFolder()
const faults = openFaults(openStore(join(folder.path, 'faults.jsonl')))
const raw = '0x02f8'
/** What reached the node, and how it answers: with spaces that a proxy which reads JSON would lose. */
const reached: string[] = []
const answer = '{ "jsonrpc":"2.0",  "id":7, "result":"0x1" }\n'
let node: Server
let proxy: Awaited<ReturnType<typeof startProxy>>

beforeAll(async () => {
  node = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    reached.push(Buffer.concat(parts).toString())
    reply.setHeader('x-node', `answer ${reached.length}`)
    reply.writeHead(request.url === '/teapot' ? 418 : 200).end(answer)
  })
  const nodePort = await freePort()
  await new Promise<void>(resolve => node.listen(nodePort, '127.0.0.1', resolve))
  proxy = await startProxy({ host: '127.0.0.1', port: await freePort(), nodePort, faults })
})
afterEach(() => {
  faults.clear()
  reached.length = 0
})
afterAll(() => {
  proxy.close()
  node.close()
  node.closeAllConnections()
  folder.remove()
})

const ask = (method: string, { path = '', patienceMs = 60_000 } = {}) =>
  fetch(proxy.url + path, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: [raw] }),
    signal: AbortSignal.timeout(patienceMs),
  })
const broadcast = (how = {}) => ask('eth_sendRawTransaction', how)
const fault = (kind: string, count = 1) => faults.set({ part: 'chain', kind, count })

describe('the proxy of the node', () => {
  test('passes bytes, status and headers on as they are', async () => {
    const reply = await ask('eth_chainId', { path: '/teapot' })
    expect(reply.status).toBe(418)
    expect(reply.headers.get('x-node')).toBe('answer 1')
    expect(await reply.text()).toBe(answer)
    expect(reached).toEqual([`{"jsonrpc":"2.0","id":7,"method":"eth_chainId","params":["${raw}"]}`])
    expect((await fetch(proxy.url, { method: 'POST', body: 'no json' })).status).toBe(200)
    expect(reached.at(-1)).toBe('no json')
  })

  test('leaves any question without an answer, as often as it was told', async () => {
    fault('node_silent', 2)
    await expect(ask('eth_chainId', { patienceMs: 1_000 })).rejects.toThrow()
    await expect(broadcast({ patienceMs: 1_000 })).rejects.toThrow()
    expect(reached).toEqual([])
    expect((await ask('eth_chainId')).status).toBe(200)
  })

  test('passes a broadcast on and does not say so in time', async () => {
    fault('broadcast_timeout')
    await expect(broadcast({ patienceMs: 1_000 })).rejects.toThrow()
    expect(reached).toHaveLength(1)
  })

  test('loses a broadcast and says that it has it', async () => {
    fault('broadcast_lost')
    const reply = await broadcast()
    expect(await reply.json()).toEqual({ jsonrpc: '2.0', id: 7, result: keccak256(raw) })
    expect(reached).toEqual([])
  })

  test('refuses a broadcast', async () => {
    fault('broadcast_refused')
    const reply = await broadcast()
    expect(await reply.json()).toMatchObject({ id: 7, error: { message: 'transaction underpriced' } })
    expect(reached).toEqual([])
  })

  test('passes a broadcast on twice and answers as the second time', async () => {
    fault('broadcast_duplicate')
    expect((await broadcast()).headers.get('x-node')).toBe('answer 2')
    expect(reached[0]).toBe(reached[1])
    expect(reached).toHaveLength(2)
  })

  test('keeps a receipt back, and nothing else', async () => {
    fault('receipt_withheld')
    expect(await (await ask('eth_getTransactionCount')).text()).toBe(answer)
    const reply = await ask('eth_getTransactionReceipt')
    expect(await reply.json()).toEqual({ jsonrpc: '2.0', id: 7, result: null })
    expect(reached).toHaveLength(1)
    expect(await (await ask('eth_getTransactionReceipt')).text()).toBe(answer)
  })

  test('does nothing to other questions while a fault of broadcasts waits', async () => {
    fault('broadcast_refused')
    expect(await (await ask('eth_call')).text()).toBe(answer)
    expect(faults.waits('chain', 'broadcast_refused')).toBe(true)
  })

  test('breaks the connection when the node is gone', async () => {
    const alone = await startProxy({
      host: '127.0.0.1',
      port: await freePort(),
      nodePort: await freePort(),
      faults,
    })
    await expect(fetch(alone.url, { method: 'POST', body: '{}' })).rejects.toThrow('fetch failed')
    alone.close()
  })
})
