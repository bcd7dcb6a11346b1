import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { KnownCard } from '../../src/server/cards/issuer.ts'
import { address, declined, issuers, virtualCardRequest } from '../fixtures/issuer/issuers.ts'
import type { TestedIssuer } from '../fixtures/issuer/tested-issuer.ts'

describe.each(Object.entries(issuers))('the %s issuer', (_name, make) => {
  let tested: TestedIssuer
  beforeAll(async () => {
    tested = await make()
  })
  afterEach(() => tested.calmDown())
  afterAll(() => tested.close())

  /** A card, and how the issuer has it. */
  async function opened({ isNear = true } = {}) {
    const request = await virtualCardRequest(tested.issuer)
    const made = await tested.issuer.createCard(request)
    if (made.outcome !== 'done') throw new Error('no card')
    const { issuerCardId } = made
    if (isNear) tested.bringNear(issuerCardId)
    const renew = (reference: string) => tested.issuer.renew({ reference, issuerCardId })
    const known = async (): Promise<KnownCard | undefined> => {
      const answer = await tested.issuer.cardsOf(request)
      return answer.outcome === 'done' ? answer.cards[0] : undefined
    }
    return { issuerCardId, renew, known, times: () => tested.renewalsOf(issuerCardId) }
  }

  test('says how near the expiry of a card is, and renews none whose is not', async () => {
    const far = await opened({ isNear: false })
    expect(await far.known()).toMatchObject({ expires: 'later' })
    expect(await far.renew(randomUUID())).toEqual(declined('other'))
    const near = await opened()
    expect(await near.known()).toMatchObject({ expires: 'due' })
  })

  test('renews a card once under each reference, and leaves its state and number', async () => {
    const card = await opened()
    await tested.issuer.setFrozen({ issuerCardId: card.issuerCardId, isFrozen: true })
    const before = await card.known()
    const reference = randomUUID()
    for (let time = 0; time < 2; time++) expect(await card.renew(reference)).toEqual({ outcome: 'done' })
    expect(card.times()).toBe(1)
    expect(await card.known()).toEqual({ ...before, expires: 'later' })
    expect(before).toMatchObject({ state: 'frozen', frozenBy: ['us'] })
    tested.bringNear(card.issuerCardId)
    expect(await card.renew(reference)).toEqual({ outcome: 'done' })
    expect(card.times()).toBe(1)
  })

  test('renews once when its answer was lost, and later when the question was', async () => {
    for (const [mood, times] of [
      ['does it and is not heard', 1],
      ['does nothing and is not heard', 0],
    ] as const) {
      const card = await opened()
      const reference = randomUUID()
      tested.behave(mood)
      expect(await card.renew(reference)).toEqual({ outcome: 'unknown' })
      expect(card.times()).toBe(times)
      expect(await card.renew(reference)).toEqual({ outcome: 'done' })
      expect(card.times()).toBe(1)
    }
  })

  test('renews a physical card once it was activated: the old plastic works, and the new one has a code of its own', async () => {
    const parent = await opened()
    const made = await tested.issuer.createPhysicalCard({
      ...{ reference: randomUUID(), parentIssuerCardId: parent.issuerCardId, productId: 'celadon-physical' },
      ...{ embossName: 'WEI LIN', address },
    })
    if (made.outcome !== 'done') throw new Error('no card')
    const { issuerCardId, issuerOrderId } = made
    tested.move(issuerOrderId, 'approved', 'printing', 'shipped', 'delivered')
    tested.bringNear(issuerCardId)
    const renew = () => tested.issuer.renew({ reference: issuerCardId, issuerCardId })
    expect(await tested.issuer.renew({ reference: randomUUID(), issuerCardId })).toEqual(declined('other'))
    await tested.issuer.activate({ issuerCardId, code: tested.codeOf(issuerOrderId) })
    for (let time = 0; time < 2; time++) expect(await renew()).toEqual({ outcome: 'done' })
    expect(tested.renewalsOf(issuerCardId)).toBe(1)
    const code = tested.codeOfRenewal(issuerCardId)
    expect(await tested.issuer.activate({ issuerCardId, code })).toEqual({ outcome: 'done' })
  })

  test('stays with its no under one reference, and may say yes under another; never of a closed card', async () => {
    const card = await opened()
    const reference = randomUUID()
    tested.declineRenewal(card.issuerCardId)
    for (let time = 0; time < 2; time++) expect(await card.renew(reference)).toEqual(declined('other'))
    expect(await card.renew(randomUUID())).toEqual({ outcome: 'done' })
    const closed = await opened()
    await tested.issuer.close(closed)
    expect(await closed.renew(randomUUID())).toEqual(declined('card_closed'))
  })
})
