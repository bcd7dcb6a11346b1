import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cardholder, issuers } from '../fixtures/issuer/issuers.ts'
import type { TestedIssuer } from '../fixtures/issuer/tested-issuer.ts'

describe.each(Object.entries(issuers))('disputes at the %s issuer', (_name, make) => {
  let tested: TestedIssuer
  beforeAll(async () => {
    tested = await make()
  })
  afterEach(() => tested.calmDown())
  afterAll(() => tested.close())

  async function request() {
    const budget = await tested.issuer.createBudget({ reference: randomUUID(), attempt: '1' })
    if (budget.outcome !== 'done') throw new Error('no budget')
    const { issuerBudgetId } = budget
    const asked = { reference: randomUUID(), issuerBudgetId, productId: 'celadon-virtual', cardholder }
    const card = await tested.issuer.createCard(asked)
    if (card.outcome !== 'done') throw new Error('no card')
    const { issuerCardId } = card
    const threadId = tested.settle(issuerCardId, 2000n)
    return {
      reference: randomUUID(),
      issuerCardId,
      threadId,
      amountMinor: 1500n,
      reason: 'duplicate',
    } as const
  }

  async function opened() {
    const answer = await tested.issuer.openDispute(await request())
    if (answer.outcome !== 'done') throw new Error('no dispute')
    return answer.issuerDisputeId
  }

  test('are one for a reference, though the first answer was lost', async () => {
    const asked = await request()
    tested.behave('does it and is not heard')
    expect(await tested.issuer.openDispute(asked)).toEqual({ outcome: 'unknown' })
    const first = await tested.issuer.openDispute(asked)
    expect(first).toMatchObject({
      outcome: 'done',
      issuerDisputeId: expect.any(String),
      standing: { state: 'received', version: 1, note: null, evidenceBy: null },
    })
    expect(await tested.issuer.openDispute(asked)).toEqual(first)
  })

  test('are declined for a card that nobody has', async () => {
    const asked = { ...(await request()), issuerCardId: 'nobody' }
    expect(await tested.issuer.openDispute(asked)).toEqual({ outcome: 'declined', reason: 'other' })
  })

  test('take evidence once, with pictures of some megabytes', async () => {
    const issuerDisputeId = await opened()
    const pictures = [Buffer.alloc(2_000_000, 7), Buffer.alloc(10, 1)]
    const asked = { reference: randomUUID(), issuerDisputeId, text: '收据 receipt', pictures }
    tested.behave('does it and is not heard')
    expect(await tested.issuer.addEvidence(asked)).toEqual({ outcome: 'unknown' })
    const answer = await tested.issuer.addEvidence(asked)
    expect(answer).toMatchObject({ outcome: 'done', standing: { state: 'received' } })
  })

  test('are withdrawn, again and again, and take nothing more then', async () => {
    const issuerDisputeId = await opened()
    for (let time = 0; time < 2; time++) {
      expect(await tested.issuer.withdrawDispute({ issuerDisputeId })).toMatchObject({
        outcome: 'done',
        standing: { state: 'withdrawn', version: 2 },
      })
    }
    const late = { reference: randomUUID(), issuerDisputeId, text: 'Wait', pictures: [] }
    expect(await tested.issuer.addEvidence(late)).toEqual({ outcome: 'declined', reason: 'other' })
  })
})
