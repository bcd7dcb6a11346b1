import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
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

  test.each([
    [
      'of something that is not there',
      'There is no customer with this address.',
      'users show nobody@mail.test',
    ],
    ['with a flag that nobody knows', "Unknown option '--hieght'.", 'chain check --hieght=7'],
    ['that is refused further inside', 'There is no job with this id.', `jobs retry ${randomUUID()}`],
    ['with too little configuration', 'The configuration is not complete', 'chain check'],
  ])('tells what is wrong with a command %s, and no stack', async (_what, sentence, command) => {
    await rm(join(folder, 'settings.json'), { force: true })
    const { code, said } = await ops({ SANDBOX: '1' }, ...command.split(' '))
    expect(code).toBe(1)
    expect(said).toContain(sentence)
    expect(said).not.toMatch(/\n\s+at /)
  })

  test('tells that the database cannot be asked where it is said to be', async () => {
    const nowhere = { SANDBOX: '1', DATABASE_URL: 'postgres://glaze@127.0.0.1:1/glaze' }
    const { code, said } = await ops(nowhere, 'jobs', 'list')
    expect(code).toBe(1)
    expect(said).toMatch(/^The database cannot be asked: connect ECONNREFUSED/)
    expect(said).not.toMatch(/\n\s+at /)
  })

  test('fails when books and chain disagree', async () => {
    await world.db.updateTable('deposits').set({ amount_raw: '3000001' }).execute()
    const { code, said } = await ops(environment(world.settings), 'chain', 'check', '--json')
    expect(code).toBe(1)
    expect(JSON.parse(said)).toMatchObject([{ agrees: false, disagreement: { expected: '3000001' } }])
  })
})
