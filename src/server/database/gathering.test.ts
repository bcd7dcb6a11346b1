import { expect, test } from 'vitest'
import type { Db } from './database.ts'
import { gathered } from './gathering.ts'

const db = { isTransaction: false } as Db

/** Doubles numbers, keeps the batches it was asked, and holds each back until it is let go. */
function doubler(options: Parameters<typeof gathered>[1] = {}) {
  const batches: number[][] = []
  const held: (() => void)[] = []
  const ask = gathered(async (_db, numbers: readonly number[]) => {
    batches.push([...numbers])
    await new Promise<void>(letGo => held.push(letGo))
    if (numbers.includes(13)) throw new Error('no thirteen')
    return numbers.map(number => number * 2)
  }, options)
  /** Lets batch after batch go until all of these are answered. */
  const letGo = async <T>(answers: Promise<T>[]) => {
    const settled = Promise.allSettled(answers)
    let isOver = false
    void settled.then(() => {
      isOver = true
    })
    while (!isOver) {
      await new Promise(setImmediate)
      held.shift()?.()
    }
    return (await settled).map(answer => (answer.status === 'fulfilled' ? answer.value : 'failed'))
  }
  return { batches, ask: (number: number) => ask(db, number), letGo }
}

test('an idle line asks at once; what comes meanwhile is asked together, and each gets its own answer', async () => {
  const { batches, ask, letGo } = doubler()
  const answers = [ask(1)]
  await new Promise(setImmediate)
  await new Promise(setImmediate)
  expect(batches).toEqual([[1]])
  for (const number of [2, 3, 4]) answers.push(ask(number))
  expect(await letGo(answers)).toEqual([2, 4, 6, 8])
  expect(batches).toEqual([[1], [2, 3, 4]])
})

test('no batch is larger than allowed, and questions of the same mark are in different ones', async () => {
  const { batches, ask, letGo } = doubler({ max: 3, apart: number => String((number as number) % 2) })
  expect(await letGo([1, 3, 5, 2].map(ask))).toEqual([2, 6, 10, 4])
  expect(batches).toEqual([[1, 2], [3], [5]])
  const plain = doubler({ max: 3 })
  expect(await plain.letGo([1, 2, 3, 4].map(plain.ask))).toEqual([2, 4, 6, 8])
  expect(plain.batches).toEqual([[1, 2, 3], [4]])
})

test('another batch joins one that is under way only when enough wait, and nobody waits for ever', async () => {
  const { batches, ask, letGo } = doubler({ max: 4, lanes: 2, enough: 2 })
  const answers = [ask(1)]
  await turns()
  answers.push(ask(2))
  await turns()
  expect(batches).toEqual([[1]])
  answers.push(ask(3))
  await turns()
  expect(batches).toEqual([[1], [2, 3]])
  answers.push(ask(4))
  expect(await letGo(answers)).toEqual([2, 4, 6, 8])
  expect(batches).toEqual([[1], [2, 3], [4]])
})

async function turns() {
  for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate)
}

test('a question that fails does not fail those it was asked with', async () => {
  const { batches, ask, letGo } = doubler()
  expect(await letGo([1, 13, 2].map(ask))).toEqual([2, 'failed', 4])
  expect(batches).toEqual([[1, 13, 2], [1], [13], [2]])
})

test('when the database does not answer all are told so, and nobody is asked alone', async () => {
  const batches: number[][] = []
  const ask = gathered(async (_db, numbers: readonly number[]) => {
    batches.push([...numbers])
    throw Object.assign(new Error('nobody listens'), { code: 'ECONNREFUSED' })
  })
  const answers = await Promise.allSettled([1, 2].map(number => ask(db, number)))
  expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(batches).toEqual([[1, 2]])
})

test('is no part of a transaction', () => {
  const ask = gathered(async (_db, numbers: readonly number[]) => numbers)
  expect(() => ask({ isTransaction: true } as Db, 1)).toThrow('transaction')
})
