import { beforeEach, expect, test } from 'vitest'
import { type Circuit, newCircuit } from './circuit.ts'

let time = 0
let circuit: Circuit
beforeEach(() => {
  time = 0
  circuit = newCircuit({ now: () => time })
})

const fail = (times: number) => {
  for (let left = times; left > 0; left--) circuit.failed(`failed ${time}`)
}

test('it opens with the fifth failure in a row, and an answer in between begins the count anew', () => {
  fail(4)
  circuit.answered()
  fail(4)
  expect(circuit.admits('another')).toBe(true)
  circuit.failed(`failed ${time}`)
  expect(circuit.admits('another')).toBe(false)
})

test('after a rest it admits one probe, and nobody beside it', () => {
  fail(5)
  time = 9_999
  expect(circuit.admits('another')).toBe(false)
  time = 10_000
  expect([circuit.admits('another'), circuit.admits('another')]).toEqual([true, false])
})

test('a probe that is answered closes it for all', () => {
  fail(5)
  time = 10_000
  circuit.admits('another')
  circuit.answered()
  expect([circuit.admits('another'), circuit.admits('another'), circuit.admits('another')]).toEqual([
    true,
    true,
    true,
  ])
  fail(4)
  expect(circuit.admits('another')).toBe(true)
})

test('a probe that fails leaves it open for another rest', () => {
  fail(5)
  time = 10_000
  circuit.admits('another')
  time = 15_000
  circuit.failed(`failed ${time}`)
  time = 24_999
  expect(circuit.admits('another')).toBe(false)
  time = 25_000
  expect([circuit.admits('another'), circuit.admits('another')]).toEqual([true, false])
})

test('a probe of which nothing is heard does not shut it for ever', () => {
  fail(5)
  time = 10_000
  circuit.admits('another')
  time = 20_000
  expect(circuit.admits('another')).toBe(true)
})

test('the question that failed last is a probe only when no other came for a second rest', () => {
  for (let left = 5; left > 0; left--) circuit.failed('the one that always fails')
  time = 19_999
  expect(circuit.admits('the one that always fails')).toBe(false)
  expect(circuit.admits('another')).toBe(true)
  circuit.answered()
  expect(circuit.admits('the one that always fails')).toBe(true)
  for (let left = 5; left > 0; left--) circuit.failed('the one that always fails')
  time += 20_000
  expect(circuit.admits('the one that always fails')).toBe(true)
})

test('what was under way when it opened and failed later leaves it as it is; what succeeded closes it', () => {
  fail(5)
  time = 3_000
  fail(15)
  time = 13_000
  expect([circuit.admits('another'), circuit.admits('another')]).toEqual([true, false])
  circuit.answered()
  expect(circuit.admits('another')).toBe(true)
})
