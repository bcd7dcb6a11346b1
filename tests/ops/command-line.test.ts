import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { environment } from '../fixtures/ops/desk.ts'
import { type DepositWorld, startDepositWorld } from '../fixtures/wallet/deposit-world.ts'

let world: DepositWorld
let folder: string
beforeAll(async () => {
  world = await startDepositWorld()
  folder = await mkdtemp(join(tmpdir(), 'glaze-ops-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true })
})

const main = resolve(import.meta.dirname, '..', '..', 'src', 'server', 'ops', 'main.ts')

/** The command as a person gives it; what fails is told by its exit code. */
async function ops(told: Record<string, string>, ...words: string[]) {
  const env = { PATH: process.env.PATH, DATABASE_URL: world.url, GLAZE_STATE: folder, ...told }
  const run = promisify(execFile)(process.execPath, [main, ...words], { env })
  return await run.then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    error => ({ code: error.code as number, said: `${error.stdout}${error.stderr}` }),
  )
}

describe('npm run ops', () => {
  test('finds the chain by what the launcher left in the state folder, if nobody else says where it is', async () => {
    const lost = await ops({}, 'chain', 'check')
    expect(lost.code).toBe(1)
    expect(lost.said).toContain('CHAIN_URL')

    await writeFile(join(folder, 'settings.json'), JSON.stringify(environment(world.settings)))
    const { address } = await world.customer()
    await world.pay({ address, currency: 'USDT', amount: '3' })
    await world.pass(4)
    const found = await ops({}, 'chain', 'check', '--json')
    expect(found.code).toBe(0)
    expect(JSON.parse(found.said)).toMatchObject([{ agrees: true, deposits: '1' }])

    const elsewhere = environment({ ...world.settings, url: 'http://127.0.0.1:1' })
    const { said } = await ops({ ...elsewhere, GLAZE_STATE: folder }, 'chain', 'status', '--json')
    expect(JSON.parse(said)).toMatchObject([{ head: expect.stringMatching('did not answer'), stopped: null }])
  })

  test('fails when books and chain disagree', async () => {
    await world.db.updateTable('deposits').set({ amount_raw: '3000001' }).execute()
    const { code, said } = await ops(environment(world.settings), 'chain', 'check', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(said)).toMatchObject([{ agrees: false, disagreement: { expected: '3000001' } }])
  })
})
