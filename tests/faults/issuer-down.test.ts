import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCard } from '../../src/contract/card.ts'
import { closeCard, freeze, unfreeze } from '../../src/contract/card-control.ts'
import type { Issuer } from '../../src/server/cards/issuer.ts'
import { jobs } from '../../src/server/jobs/index.ts'
import { enqueue } from '../../src/server/jobs/queue/outbox.ts'
import { startRunner } from '../../src/server/jobs/queue/runner.ts'
import type { Letter } from '../../src/server/mail/mailer.ts'
import { type TestCustomer, testPin } from '../fixtures/account/customer.ts'
import { openedCard, readyCustomer, type TestCard } from '../fixtures/cards/cardholder.ts'
import { startIssuerTown } from '../fixtures/issuer/issuer-town.ts'

// An issuer that is silent holds up what waits for it and nothing else; once it is back nothing is left (research M7, M8).

let town: Awaited<ReturnType<typeof startIssuerTown>>
beforeAll(async () => {
  town = await startIssuerTown({ circuit: { restMs: 300 } })
})
afterAll(() => town.close())

const letterOf = (number: number) => ({
  lang: 'en' as const,
  subject: `Letter ${number}`,
  text: '',
  html: '',
})

async function kindsLeft() {
  const rows = await town.tested.world.db.selectFrom('jobs').select('kind').execute()
  return rows.map(({ kind }) => kind)
}

async function enqueueLetters(to: string, count: number) {
  const { db } = town.tested.world
  for (let number = 0; number < count; number++)
    await enqueue(db, 'send-letter', { to, ...letterOf(number), userId: null })
}

test('what hangs takes its share of the slots: of the issuer’s jobs a few, of the others none', async () => {
  const { world } = town.tested
  const customer = await readyCustomer(town.tested, '100')
  const card = await openedCard(town.tested, customer)
  let hanging = 0
  let most = 0
  let release = () => {}
  const gate = new Promise<void>(resolve => {
    release = resolve
  })
  const setFrozen: Issuer['setFrozen'] = async () => {
    most = Math.max(most, ++hanging)
    await gate
    hanging--
    return { outcome: 'done' }
  }
  const letters: Letter[] = []
  const send = async (letter: Letter) => {
    if (letter.subject === 'Letter 0') await gate
    letters.push(letter)
  }
  for (let count = 0; count < 40; count++) await enqueue(world.db, 'freeze-card', { cardId: card.cardId })
  await enqueueLetters('somebody@mail.example', 40)
  const runner = startRunner({ ...world, issuer: { ...world.issuer, setFrozen }, mailer: { send } }, jobs, [])
  await expect.poll(() => letters).toHaveLength(39)
  await expect.poll(() => [hanging, most]).toEqual([6, 6])
  expect((await kindsLeft()).filter(kind => kind === 'send-letter')).toHaveLength(1)
  release()
  await expect.poll(kindsLeft).toEqual([])
  await runner.stop()
  expect([letters.length, most]).toEqual([40, 6])
})

/** A customer with two cards, one of which will be frozen and opened again, and one closed. */
interface Holder {
  customer: TestCustomer
  frozen: TestCard
  closed: TestCard
}

async function newHolder(): Promise<Holder> {
  const customer = await readyCustomer(town.tested, '100')
  const frozen = await openedCard(town.tested, customer)
  return { customer, frozen, closed: await openedCard(town.tested, customer) }
}

/** All that a customer may want of an issuer that does not answer. */
async function want({ customer: { token }, frozen, closed }: Holder, isFrozen: boolean) {
  const { succeed } = town.tested
  for (const call of [freeze, unfreeze, freeze]) await succeed(call, { id: frozen.cardId }, token)
  if (!isFrozen) await succeed(unfreeze, { id: frozen.cardId }, token)
  await succeed(freeze, { id: closed.cardId }, token)
  await succeed(closeCard, { id: closed.cardId, pin: testPin, requestId: randomUUID() }, token)
  const order = { cardTypeId: 'celadon', rechargeAmount: '10', pin: testPin }
  await succeed(openCard, { ...order, requestId: randomUUID() }, token)
}

/** The issuer, and what it has said yes to for each card, in order. */
function heeded(issuer: Issuer) {
  const done = new Map<string, string[]>()
  const note = async <A extends { outcome: string }>(cardId: string, what: string, answer: Promise<A>) => {
    const heard = await answer
    if (heard.outcome === 'done') done.set(cardId, [...(done.get(cardId) ?? []), what])
    return heard
  }
  const noting: Issuer = {
    ...issuer,
    setFrozen: ask => note(ask.issuerCardId, ask.isFrozen ? 'freeze' : 'unfreeze', issuer.setFrozen(ask)),
    close: ask => note(ask.issuerCardId, 'close', issuer.close(ask)),
  }
  return { noting, done }
}

/** Lets the time pass that jobs wait before they ask again; those under way keep theirs. */
async function hasten() {
  const { db } = town.tested.world
  await db.updateTable('jobs').set({ run_at: new Date() }).where('attempts', '=', 0).execute()
}

test('an issuer that was down finds every wish once, the newest of each card, and no job is left', async () => {
  const { tested, sandbox } = town
  const { db } = tested.world
  const holders: Holder[] = []
  for (let count = 0; count < 8; count++) holders.push(await newHolder())
  await tested.work()
  const cardsBefore = sandbox.rows.cards.all().length
  const { noting, done } = heeded(tested.world.issuer)
  const runner = startRunner({ ...tested.world, issuer: noting }, jobs, [])

  await town.stopIssuer()
  for (const [place, holder] of holders.entries()) await want(holder, place % 2 === 0)
  const letters = tested.letters.length
  await enqueueLetters('somebody@mail.example', 30)
  runner.wake()
  await expect.poll(() => tested.letters.length).toBeGreaterThanOrEqual(letters + 30)
  for (let round = 0; round < 20; round++) {
    await hasten()
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  // Nothing was decided on silence.
  const orders = await db.selectFrom('card_orders').select('id').where('status', '=', 'opening').execute()
  expect(orders).toHaveLength(holders.length)
  const holds = await db.selectFrom('holds').select('id').where('state', '=', 'open').execute()
  expect(holds).toHaveLength(holders.length)

  await town.startIssuer()
  await expect.poll(() => hasten().then(kindsLeft)).toEqual([])
  await runner.stop()

  const stateOf = (card: TestCard) => sandbox.rows.cards.get(card.issuerCardId)?.state
  const lastOf = (card: TestCard) => done.get(card.issuerCardId)?.at(-1)
  for (const [place, { frozen, closed }] of holders.entries()) {
    const isFrozen = place % 2 === 0
    expect([stateOf(frozen), stateOf(closed)]).toEqual([isFrozen ? 'frozen' : 'active', 'closed'])
    expect([lastOf(frozen), lastOf(closed)]).toEqual([isFrozen ? 'freeze' : 'unfreeze', 'close'])
  }
  const references = sandbox.rows.cards.all().map(({ reference }) => reference)
  expect(references).toHaveLength(cardsBefore + holders.length)
  for (const { id } of orders) expect(references.filter(reference => reference === id)).toHaveLength(1)
  expect(await db.selectFrom('holds').select('id').where('state', '=', 'open').execute()).toEqual([])
  const cards = await db.selectFrom('cards').select('issuer_card_id').execute()
  expect(cards.map(({ issuer_card_id: id }) => id).sort()).toEqual(
    sandbox.rows.cards
      .all()
      .map(({ id }) => id)
      .sort(),
  )
})
