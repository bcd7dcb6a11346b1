import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { declined, issuers, virtualCardRequest } from '../fixtures/issuer/issuers.ts'
import type { TestedIssuer } from '../fixtures/issuer/tested-issuer.ts'

describe.each(Object.entries(issuers))('the %s issuer', (_name, make) => {
  let tested: TestedIssuer
  let issuerCardId: string
  beforeAll(async () => {
    tested = await make()
    const made = await tested.issuer.createCard(await virtualCardRequest(tested.issuer))
    if (made.outcome !== 'done') throw new Error('no card')
    issuerCardId = made.issuerCardId
  })
  afterEach(() => tested.calmDown())
  afterAll(() => tested.close())

  const answer = (issuerChallengeId: string, isApproved: boolean) =>
    tested.issuer.answerChallenge({ issuerChallengeId, isApproved })

  test.each([true, false])('takes the word of a cardholder (%s), and the same again', async isApproved => {
    const challenge = tested.challenge(issuerCardId)
    for (let time = 0; time < 2; time++)
      expect(await answer(challenge, isApproved)).toEqual({ outcome: 'done' })
  })

  test('takes none once the merchant has given up, and stays with that', async () => {
    const challenge = tested.challenge(issuerCardId)
    tested.giveUp(challenge)
    for (let time = 0; time < 2; time++)
      expect(await answer(challenge, true)).toEqual(declined('challenge_over'))
  })

  test.each(['does it and is not heard', 'does nothing and is not heard'] as const)(
    'when it %s, the same is asked again and done once',
    async mood => {
      const challenge = tested.challenge(issuerCardId)
      tested.behave(mood)
      expect(await answer(challenge, true)).toEqual({ outcome: 'unknown' })
      expect(await answer(challenge, true)).toEqual({ outcome: 'done' })
    },
  )
})
