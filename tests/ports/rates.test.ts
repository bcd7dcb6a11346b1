import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { RateSource } from '../../src/server/rates/source.ts'
import { httpRates } from '../../src/server/rates/sources/http.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** Every adapter, reading from a source that answers as told. */
const sources = { http: (url: string, timeoutMs: number) => httpRates({ url, timeoutMs }) }

describe.each(Object.entries(sources))('the %s rate source', (_name, make) => {
  async function sourceThat(answer: RequestListener, timeoutMs = 10_000): Promise<RateSource> {
    const server = createServer(answer)
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as { port: number }
    return make(`http://127.0.0.1:${port}`, timeoutMs)
  }

  const saying = (text: string, status = 200) =>
    sourceThat((request, reply) => reply.writeHead(request.url === '/rates' ? status : 404).end(text))
  const at = '2026-03-01T10:00:00.000Z'

  test('rejects when nobody is there, and when nobody answers', async () => {
    await expect(make('http://127.0.0.1:1', 10_000).read()).rejects.toThrow()
    const source = await sourceThat(() => {}, 300)
    await expect(source.read()).rejects.toThrow()
  })

  test.each([
    ['an error', '{}', 503],
    ['something that is no JSON', '<html>', 200],
    ['another shape', '{"rates":[]}', 200],
    ['a rate that is a number', `{"at":"${at}","rates":[{"base":"USDT","quote":"CNY","rate":7.12}]}`, 200],
    ['a currency that is none', `{"at":"${at}","rates":[{"base":"usdt","quote":"CNY","rate":"7.12"}]}`, 200],
    ['a time that is none', '{"at":"today","rates":[]}', 200],
    ['fields we do not know', `{"at":"${at}","rates":[],"note":"hello"}`, 200],
  ])('rejects %s', async (_what, text, status) => {
    const source = await saying(text, status)
    await expect(source.read()).rejects.toThrow()
  })

  test('rejects an answer without an end', async () => {
    const source = await sourceThat((_request, reply) => {
      const write = () => void (reply.writable && reply.write(Buffer.alloc(65_536, ' '), write))
      write()
    })
    await expect(source.read()).rejects.toThrow()
  })

  test('does not follow to another place', async () => {
    const elsewhere = await sourceThat((request, reply) => {
      if (request.url === '/rates') reply.writeHead(302, { location: '/other' }).end()
      else reply.end(`{"at":"${at}","rates":[]}`)
    })
    await expect(elsewhere.read()).rejects.toThrow()
  })

  test('tells what the source says, believing nothing yet', async () => {
    const rates = [
      { base: 'USDT', quote: 'CNY', rate: '7.12' },
      { base: 'ETH', quote: 'USDT', rate: 'NaN' },
    ]
    const source = await saying(JSON.stringify({ at, rates }))
    expect(await source.read()).toEqual({ at: new Date(at), rates })
  })
})
