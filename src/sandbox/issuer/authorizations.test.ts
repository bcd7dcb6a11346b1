import { afterEach, beforeEach, expect, test } from 'vitest'
import { merchant, trialIssuer } from './trial.ts'

let trial: Awaited<ReturnType<typeof trialIssuer>>
beforeEach(async () => {
  trial = await trialIssuer()
})
afterEach(() => trial.close())

async function authorized() {
  const { id: cardId } = await trial.openCard()
  const asked = { cardId, amount: '20.00', merchant, channel: 'online', kind: 'authorization' } as const
  return (await trial.issuer().purchases.buy(asked)).threadId
}

const read = (threadId: string) => trial.read(`/v1/authorizations/${threadId}`)
const typesIn = ({ body }: { body: { events: { type: string }[] } }) => body.events.map(({ type }) => type)

test('an authorization is open until its last clearing, and what was told of it is there though no hook brought it', async () => {
  const threadId = await authorized()
  expect(await read(threadId)).toMatchObject({ status: 200, body: { state: 'open', events: [] } })
  trial.faults.set({ part: 'issuer', kind: 'lose_webhook', count: 2 })
  trial.issuer().events.clear({ threadId, amount: '5.00' })
  expect(await read(threadId)).toMatchObject({ body: { state: 'open' } })
  trial.issuer().events.clear({ threadId, amount: '5.00', final: true })
  await trial.restart()
  const after = await read(threadId)
  expect(after.body.state).toBe('cleared')
  expect(typesIn(after)).toEqual(['clearing.posted', 'clearing.posted'])
  expect(Date.parse(after.body.since)).toBeGreaterThan(Date.now() - 60_000)
})

test('it says how it ended, and no to an authorization it never had', async () => {
  const [reversed, expired] = [await authorized(), await authorized()]
  trial.issuer().events.reverse({ threadId: reversed })
  trial.issuer().events.expire({ threadId: expired })
  expect((await read(reversed)).body.state).toBe('reversed')
  expect((await read(expired)).body.state).toBe('expired')
  expect(typesIn(await read(expired))).toEqual(['authorization.expired'])
  expect(await read('thr_none')).toMatchObject({ status: 404, body: { error: 'authorization_unknown' } })
})
