import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { worldFrom } from '../config.ts'
import { openFaults } from '../faults.ts'
import { secretsOf } from '../secrets.ts'
import { openStore } from '../store.ts'
import { telegramOf } from '../telegram/init-data.ts'
import { freePort, trialFolder } from '../trial.ts'
import { startConsole } from './console.ts'

const folder = trialFolder()
let url: string
let stop: () => Promise<unknown>

beforeAll(async () => {
  const port = await freePort()
  const world = worldFrom({ GLAZE_STATE: folder.path, SANDBOX_PORT: String(port) })
  const { botToken, telegramKey } = secretsOf(world.folder)
  const telegram = telegramOf({ botToken, privateKey: telegramKey })
  const faults = openFaults(openStore(join(folder.path, 'faults.jsonl')))
  stop = (await startConsole({ telegram, faults, world })).close
  url = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await stop()
  folder.remove()
})

async function post(
  path: string,
  body: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  const response = await fetch(url + path, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

describe('the console', () => {
  test('serves its page and the simulated Telegram', async () => {
    for (const path of ['/', '/console.js', '/console.css', '/telegram/host', '/telegram/host.js']) {
      expect((await fetch(url + path)).status, path).toBe(200)
    }
    expect(await (await fetch(`${url}/telegram/host`)).text()).toContain('/telegram/host.js')
    expect((await fetch(`${url}/none`)).status).toBe(404)
  })

  test('draws the activation code of a letter for cameras', async () => {
    const drawn = await fetch(`${url}/issuer/letters/731905`)
    expect(drawn.headers.get('content-type')).toContain('image/svg+xml')
    expect(await drawn.text()).toMatch(/^<svg/)
    expect((await fetch(`${url}/issuer/letters/73190`)).status).toBe(400)
  })

  test('refuses unknown fields, wrong fields, other kinds of body and unknown faults', async () => {
    const refused = async (path: string, body: unknown) =>
      expect(await post(path, body)).toMatchObject({ status: 400 })
    await refused('/chain/deposit', { address: '0x1', currency: 'USDT', amount: '1' })
    await refused('/chain/treasury', { action: 'steal', currency: 'USDT' })
    await refused('/chain/treasury', { action: 'drain', currency: 'BTC' })
    await refused('/chain/mine', { blocks: 0 })
    await refused('/chain/mine', { blocks: 1, more: 1 })
    await refused('/chain/reorg', { depth: '1' })
    await refused('/issuer/purchase', { last4: '1234', amount: 5, merchant: 'x' })
    await refused('/issuer/events', { type: 'nothing' })
    await refused('/rates', { base: 'ETH', quote: 'USDT', rate: '-1' })
    await refused('/faults', { part: 'issuer', kind: 'none', count: 1 })
    await refused('/telegram/init-data', { user: { id: 0, first_name: 'x' } })
    await refused('/chain/mine', '{')
    expect((await post('/chain/mine', 'blocks=1', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  test('says which part does not run', async () => {
    expect(await post('/chain/mine', { blocks: 1 })).toMatchObject({
      status: 409,
      body: { error: 'part_absent' },
    })
    const state = await (await fetch(`${url}/state`)).json()
    expect(state).toMatchObject({ chain: null, issuer: null, mail: null, rates: null })
  })

  test('keeps faults until they are used, healed or cleared', async () => {
    await post('/faults', { part: 'mail', kind: 'refuse', count: 2 })
    await post('/faults', { part: 'rates', kind: 'stop' })
    expect((await post('/faults', { part: 'mail', kind: 'refuse', count: 0 })).body.faults).toEqual([
      { part: 'rates', kind: 'stop', count: 1 },
    ])
    expect((await post('/faults/clear', {})).body.faults).toEqual([])
  })

  test('signs launch data', async () => {
    const { body } = await post('/telegram/init-data', {
      user: { id: 5, first_name: 'Ada' },
      startParam: 'r_1',
    })
    expect(Object.keys(body)).toEqual(['initData', 'launchHash'])
  })
})
