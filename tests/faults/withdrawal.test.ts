import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { frozenBy } from '../../src/server/account/freezes.ts'
import { acts, ask, deep, failedOne } from './histories/withdrawal-acts.ts'
import { agree, heal, stands } from './histories/withdrawal-agreement.ts'
import {
  begin,
  close,
  confirmations,
  db,
  hashesOf,
  nothingsOf,
  open,
  rowsOf,
  stepsOf,
} from './histories/withdrawal-history.ts'

beforeAll(open)
afterAll(close)

describe('any history in which what was final is lost', () => {
  test('pays each withdrawal once or gives it back, in the end: what is paid after all is charged', async () => {
    const told = { undone: 0, charged: 0, usedUp: 0 }
    await fc.assert(
      fc.asyncProperty(ask, fc.array(deep, { minLength: 5, maxLength: 25 }), async (first, acts) => {
        const history = await begin()
        await first(history)
        await failedOne(history)
        for (const act of acts) await act(history)
        await history.pay()
        await heal(history)
        await stands(history)
        await agree(history)
        history.node.remember()
        history.node.mine(confirmations + 1)
        await history.pay()
        await agree(history)
        for (const { userId } of history.customers) expect(await frozenBy(db, userId)).toBeNull()
        for (const row of await rowsOf(history.node.treasury.network)) {
          const steps = await stepsOf(row)
          const returned = steps.indexOf('returned')
          if (returned >= 0 && steps.indexOf('orphaned', returned) > 0) told.undone += 1
          if (returned >= 0 && row.status === 'done') told.charged += 1
          if ((await nothingsOf(row)).length > 0) told.usedUp += 1
        }
      }),
      { numRuns: 80, seed: 20_261_123, endOnFailure: false },
    )
    for (const count of Object.values(told)) expect(count).toBeGreaterThan(3)
  }, 600_000)
})

describe('any history of a node at fault, crashes, lost blocks, an empty wallet and signers at once', () => {
  test('pays each withdrawal once or gives it back, and never both', async () => {
    const ended = { done: 0, failed: 0, cancelled: 0, raised: 0, held: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 5, maxLength: 30 }), async acts => {
        const history = await begin()
        for (const act of acts) {
          await act(history)
          await stands(history)
        }
        await heal(history)
        await stands(history)
        await agree(history)
        // Whatever was ever signed comes back to the network: nothing changes.
        history.node.remember()
        history.node.mine(confirmations + 1)
        await agree(history)
        for (const row of await rowsOf(history.node.treasury.network)) {
          ended[row.status as 'done'] += 1
          if ((await hashesOf(row)).length > 1) ended.raised += 1
          if (row.is_cleared) ended.held += 1
        }
      }),
      { numRuns: 300, seed: 20_261_103, endOnFailure: false },
    )
    // The histories have told of what they are about.
    for (const count of Object.values(ended)) expect(count).toBeGreaterThan(5)
  }, 600_000)
})
