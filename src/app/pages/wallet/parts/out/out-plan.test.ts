import { describe, expect, test } from 'vitest'
import { blockOf, type Mode, outPlanOf, type Problem } from './out-plan.ts'

const quote = {
  available: '500',
  fee: '1.5',
  min: '10',
  max: '500',
  day: { limit: '1000', left: '1000' },
  month: { limit: '5000', left: '5000' },
}
const planOf = (typed: string, more: Partial<typeof quote> = {}, mode: Mode = 'amount') =>
  outPlanOf({ typed, mode, currency: 'USDT', quote: { ...quote, ...more } })

describe('the plan of a withdrawal', () => {
  test.each<[string, Partial<typeof quote>, Problem | null]>([
    ['', {}, 'empty'],
    ['0.', {}, 'empty'],
    ['9.999999', {}, 'min'],
    ['10', {}, null],
    ['10.', {}, null],
    ['10.0000001', {}, 'scale'],
    ['500', {}, null],
    ['500.000001', {}, 'balance'],
    ['500', { day: { limit: '1000', left: '499.999999' } }, 'day'],
    ['500', { day: { limit: '1000', left: '500' } }, null],
    ['500', { month: { limit: '5000', left: '499.999999' } }, 'month'],
    ['500', { month: { limit: '5000', left: '500' } }, null],
    ['400.000001', { max: '400' }, 'max'],
    ['400', { max: '400' }, null],
  ])('%j with %j: %s stands against it', (typed, more, problem) => {
    const asked = problem === null ? typed.replace('.', '') : null
    expect(planOf(typed, more)).toMatchObject({ problem, asked })
  })

  test.each<[string, Problem | null]>([
    ['8.499999', 'min'],
    ['8.5', null],
    ['498.5', null],
    ['498.500001', 'balance'],
    ['0', 'empty'],
  ])('what is to arrive leaves with its fee: %s, %s', (typed, problem) => {
    expect(planOf(typed, {}, 'receive')).toMatchObject({ problem, min: '8.5', max: '498.5' })
  })

  test('says what the wallet lacks, the fee of what is to arrive included, and only then', () => {
    expect(planOf('500.25')).toMatchObject({ missing: '0.25', min: '10', max: '500' })
    expect(planOf('500.25', {}, 'receive').missing).toBe('1.75')
    expect(planOf('500.000001').missing).toBe('0.000001')
    expect(planOf('500').missing).toBeNull()
    expect(planOf('9').missing).toBeNull()
  })

  test('bounds are never below nothing, where the fee is more than there is', () => {
    expect(planOf('1', { min: '1', max: '0' }, 'receive')).toMatchObject({ min: '0', max: '0' })
  })
})

test.each<[Partial<typeof quote>, ReturnType<typeof blockOf>]>([
  [{}, null],
  [{ available: '10' }, null],
  [{ available: '9.999999' }, 'balance'],
  [{ day: { limit: '1000', left: '10' } }, null],
  [{ day: { limit: '1000', left: '9.999999' } }, 'day'],
  [{ month: { limit: '5000', left: '10' } }, null],
  [{ month: { limit: '5000', left: '9.999999' } }, 'month'],
])('with %j nothing at all can leave because of: %s', (more, block) => {
  expect(blockOf({ ...quote, ...more }, 'USDT')).toBe(block)
})
