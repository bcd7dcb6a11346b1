import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { merchant, trialIssuer } from './trial.ts'

type Trial = Awaited<ReturnType<typeof trialIssuer>>
let trial: Trial
beforeEach(async () => {
  // Nothing here is about a server that is slow.
  trial = await trialIssuer({ waitsMs: 60_000 })
})
afterEach(() => trial.close())

const patiently = { timeout: 20_000 }

/** A purchase that waits for its cardholder, and a way to answer. */
async function challenged(waitsMs?: number) {
  const { id: cardId } = await trial.openCard()
  const purchase = { cardId, amount: '12.50', merchant, channel: 'online', kind: 'authorization' } as const
  const opened = trial.issuer().challenges.open(purchase, waitsMs)
  if (opened.decision !== 'challenged') throw new Error('it was declined')
  const path = `/v1/challenges/${opened.challengeId}/answer`
  return { ...opened, answer: (decision: string, headers = {}) => trial.post(path, { decision }, headers) }
}

const asked = () => trial.server.heard.filter(({ path }) => path.endsWith('/authorization'))
const stateOf = (threadId: string) => trial.issuer().rows.threads.get(threadId)
const toldOf = (type: string) =>
  expect.poll(() => trial.server.events().filter(event => event.type === type), patiently)

describe('a purchase with 3-D Secure', () => {
  test('tells all of it and asks for no authorization while its cardholder is waited for', async () => {
    const { challengeId, cardId, threadId, expiresAt } = await challenged()
    const told = { challengeId, cardId, threadId, amount: '12.50', currency: 'USD', merchant, expiresAt }
    await toldOf('challenge.opened').toMatchObject([{ data: told }])
    expect(asked()).toEqual([])
    expect(stateOf(threadId)).toMatchObject({ state: 'asking' })
  })

  test('goes on once it is confirmed, and is asked about once however often that is said', async () => {
    const { threadId, answer } = await challenged()
    for (let time = 0; time < 2; time++) expect(await answer('approved')).toMatchObject({ status: 200 })
    await expect.poll(() => stateOf(threadId), patiently).toMatchObject({ state: 'approved' })
    expect(asked()).toMatchObject([{ body: { threadId, amount: '12.50', channel: 'online' } }])
    expect(await answer('denied')).toMatchObject({ status: 422, body: { error: 'challenge_over' } })
  })

  test('is declined when its cardholder says no, and nobody asks for the money', async () => {
    const { threadId, answer } = await challenged()
    for (let time = 0; time < 2; time++) expect(await answer('denied')).toMatchObject({ status: 200 })
    await toldOf('authorization.declined_by_issuer').toMatchObject([
      { data: { threadId, reason: '3ds_failed' } },
    ])
    expect(await answer('approved')).toMatchObject({ status: 422 })
    expect(asked()).toEqual([])
  })

  test('expires by itself, which is told, and takes no answer then', async () => {
    const { challengeId, threadId, answer } = await challenged(0)
    await toldOf('challenge.expired').toMatchObject([{ data: { challengeId, amount: '12.50', merchant } }])
    await toldOf('authorization.declined_by_issuer').toMatchObject([{ data: { threadId } }])
    expect(await answer('approved')).toMatchObject({ status: 422, body: { error: 'challenge_over' } })
    expect(asked()).toEqual([])
  })

  test('is given up by the shop, which is told, and no purchase is', async () => {
    const { challengeId, threadId, answer } = await challenged()
    trial.issuer().challenges.cancel(challengeId)
    await toldOf('challenge.cancelled').toMatchObject([{ data: { challengeId, amount: '12.50', merchant } }])
    expect(() => trial.issuer().challenges.cancel(challengeId)).toThrow('already cancelled')
    expect(await answer('approved')).toMatchObject({ status: 422 })
    expect(stateOf(threadId)).toMatchObject({ state: 'declined' })
    await toldOf('authorization.declined_by_issuer').toEqual([])
  })

  test('waits for nobody where the issuer declines it anyway', async () => {
    const { id: cardId } = await trial.openCard()
    const gambling = { ...merchant, mcc: '7995' }
    const purchase = { cardId, amount: '5', merchant: gambling, channel: 'online', kind: 'purchase' } as const
    expect(trial.issuer().challenges.open(purchase)).toMatchObject({
      decision: 'declined',
      reason: 'mcc_blocked',
    })
    await toldOf('challenge.opened').toEqual([])
  })

  test('goes on after a crash that came between the yes and the question', async () => {
    const { challengeId, threadId } = await challenged()
    const { rows } = trial.issuer()
    const challenge = rows.challenges.get(challengeId)
    if (challenge) rows.challenges.put(challengeId, { ...challenge, state: 'approved' })
    await trial.restart()
    await expect.poll(() => stateOf(threadId), patiently).toMatchObject({ state: 'approved' })
    expect(asked()).toHaveLength(1)
  })
})
