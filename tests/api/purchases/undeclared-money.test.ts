import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHttp } from '../../../src/server/http/http.ts'
import { newId } from '../../../src/server/id.ts'
import { balanceOf } from '../../../src/server/ledger/ledger.ts'
import { funded } from '../../fixtures/account/customer.ts'
import { watchMoney } from '../../fixtures/undeclared-money.ts'
import { newUser } from '../../fixtures/wallet/deposit-world.ts'
import { startWorld, type TestWorld } from '../../fixtures/world.ts'

let tested: TestWorld
beforeAll(async () => {
  tested = await startWorld()
})
afterAll(() => tested.close())

test('a call that moves money and does not say so is found; one that reads it, or a job, is not', async () => {
  const watch = watchMoney(tested.world.db)
  const world = { ...tested.world, db: watch.db }
  const userId = await newUser(world.db)
  let work = async () => {}
  const getCardType = async () => {
    await work()
    throw new Error('done')
  }
  const http = await openHttp(world, { card: { getCardType } })
  watch.follow(http)
  const ask = () => http.inject({ method: 'POST', url: '/api/common/getCardType', payload: { id: 'cobalt' } })

  await funded({ world }, { userId, amountMinor: 5n })
  work = async () => void (await balanceOf(world.db, newId()).catch(() => {}))
  await ask()
  expect([...watch.found]).toEqual([])
  work = () => funded({ world }, { userId, amountMinor: 7n })
  await ask()
  expect([...watch.found]).toEqual(['/api/common/getCardType'])
  await http.close()
})
