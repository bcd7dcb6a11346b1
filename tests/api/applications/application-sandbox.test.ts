import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveAddress } from '../../../src/contract/address.ts'
import * as contract from '../../../src/contract/application.ts'
import { followAll } from '../../../src/server/jobs/follow-orders.ts'
import { applied, home, payment } from '../../fixtures/cards/applicant.ts'
import { moneyOf, openedCard, readyCustomer, workLater } from '../../fixtures/cards/cardholder.ts'
import { startIssuerTown } from '../../fixtures/issuer/issuer-town.ts'
import type { TestWorld } from '../../fixtures/world.ts'

// The sandbox's issuer over HTTP, with its clock, its webhooks and its faults: nothing stays in applying.

let town: Awaited<ReturnType<typeof startIssuerTown>>
beforeAll(async () => {
  town = await startIssuerTown({ clearingMs: 1000, orderMs: 300, timeoutMs: 1000 })
})
afterAll(() => town.close())

async function ready(tested: TestWorld) {
  const customer = await readyCustomer(tested, '500')
  const card = await openedCard(tested, customer)
  const { _id: addressId } = await tested.succeed(saveAddress, home, customer.token)
  return { customer, card, addressId }
}

/** Runs jobs, those for later too, until an application is somewhere. */
async function until(status: contract.ApplicationStatus, id: string, token: string) {
  const { tested } = town
  const worked = async () => {
    await workLater(tested)
    return await tested.succeed(contract.applyResult, { id }, token)
  }
  await expect.poll(worked, { interval: 200 }).toMatchObject({ status })
  return await worked()
}

describe('an application at the sandbox issuer', () => {
  test('goes to the card in hand by its clock, although the first answer is lost, and is activated', async () => {
    const { tested, sandbox, faults } = town
    const who = await ready(tested)
    const { token } = who.customer
    const unpaid = await applied(tested, who)
    faults.set({ part: 'issuer', kind: 'timeout_after_success', method: 'POST', path: '/v1/cards', count: 1 })
    const { id } = await tested.succeed(contract.payApply, payment(unpaid), token)
    const done = await until('success', id, token)
    expect(done).toMatchObject({ can: ['activate'], tracking: { carrier: 'SF Express' } })
    expect(await moneyOf(tested, who.customer)).toMatchObject({ wallet: 475_000_000n, walletHeld: 0n })
    const made = sandbox.rows.cards.all().filter(({ form }) => form === 'physical')
    expect(made).toHaveLength(1)
    const order = sandbox.rows.orders.all().find(({ cardId }) => cardId === made[0]?.id)
    expect(order?.address).toMatchObject({ recipient: 'Wei Lin', phone: '+8613800138000', country: 'CN' })
    const code = { id: done.physicalCardId, activationCode: order?.activationCode }
    const { activationTicket } = await tested.succeed(contract.activateCard, code, token)
    const last = { id: done.physicalCardId, activationTicket, cardPin: '2580' }
    expect(await tested.succeed(contract.cardActivation, last, token)).toMatchObject({ status: 'active' })
    expect(sandbox.rows.cards.get(made[0]?.id ?? '')).toMatchObject({ isActivated: true, pin: '2580' })
  })

  test('is found by asking when no webhook arrives', async () => {
    const { tested, faults } = town
    const who = await ready(tested)
    const { token } = who.customer
    const unpaid = await applied(tested, who)
    const { id } = await tested.succeed(contract.payApply, payment(unpaid), token)
    await tested.work()
    faults.set({ part: 'issuer', kind: 'drop_webhook', count: 1000, ms: 600_000 })
    const found = async () => {
      await followAll(tested.world)
      return await tested.succeed(contract.applyResult, { id }, token)
    }
    await expect.poll(found, { interval: 200 }).toMatchObject({ status: 'success' })
    faults.clear()
    expect(await moneyOf(tested, who.customer)).toMatchObject({ wallet: 475_000_000n, walletHeld: 0n })
  })

  test('is cancelled in time', async () => {
    const { tested } = town
    const who = await ready(tested)
    const { token } = who.customer
    const unpaid = await applied(tested, who)
    const { id } = await tested.succeed(contract.payApply, payment(unpaid), token)
    await tested.succeed(contract.cancelPayApply, { id }, token)
    await until('cancelled', id, token)
    expect(await moneyOf(tested, who.customer)).toMatchObject({ wallet: 495_000_000n, walletHeld: 0n })
  })
})
