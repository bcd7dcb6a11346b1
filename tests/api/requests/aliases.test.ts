import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { refusals } from '../../../src/contract/refusal.ts'
import { newCustomer } from '../../fixtures/account/customer.ts'
import { throughout } from '../../fixtures/throughout.ts'
import { newCard } from '../../fixtures/wallet/deposit-world.ts'
import { startWorld } from '../../fixtures/world.ts'

const tested = throughout(startWorld)
beforeAll(async () => {
  await tested.http.listen({ port: 0, host: '127.0.0.1' })
})

/** A client that follows where it is sent, as browsers do. */
async function ask(path: string, token: string, body: object) {
  const { port } = tested.http.server.address() as AddressInfo
  const response = await fetch(`http://127.0.0.1:${port}/api/customer/card/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': token },
    body: JSON.stringify(body),
  })
  return { isSentOn: response.redirected, answer: await response.json() }
}

test('the list of purchases is found by its correct spelling, with its pages', async () => {
  const { token, userId } = await newCustomer(tested)
  const body = { cardId: await newCard(tested.world.db, userId), month: '2026-11' }
  const { isSentOn, answer } = await ask('cardTransactionList/7/2', token, body)
  expect(isSentOn).toBe(true)
  expect(answer).toEqual({ code: 1, data: { list: [], total: 0, page: 2, pageSize: 7 } })
  expect(await ask('cardTranscationList/7/2', token, body)).toEqual({ isSentOn: false, answer })
})

test('the page for cardholders is found by its correct spelling, with what was asked and by whom', async () => {
  const { token } = await newCustomer(tested)
  const body = { cardTypeId: 'none', returnPath: '/pages/openCard/openCard' }
  const { answer } = await ask('generateCardHolderUrl', token, body)
  expect(answer).toMatchObject({ code: refusals.not_certified[0] })
  expect((await ask('generateCardHolderUrl', 'nobody', body)).answer).toMatchObject({ status: 401 })
})
