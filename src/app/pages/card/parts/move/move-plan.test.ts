import { describe, expect, test } from 'vitest'
import { type MoveBasis, planOf, quickSums } from './move-plan.ts'

const basis: MoveBasis = {
  direction: 'toCard',
  typed: '100',
  card: { available: '-3.2' },
  kind: { rechargeFee: '1', singleRechargeMin: '10', singleRechargeLimit: '10000' },
  wallet: '412.75',
  keep: null,
}

describe('the plan of a move', () => {
  test('a recharge repays a negative balance first and says what stays', () => {
    const plan = planOf(basis)
    expect(plan).toMatchObject({
      fee: '1',
      total: '101',
      cardAfter: '96.8',
      walletAfter: '311.75',
      problem: null,
    })
  })

  test.each([
    ['', 'empty', null],
    ['9.99', 'min', null],
    ['10', null, null],
    ['10000.01', 'limit', '9687.2601'],
    ['409', 'insufficient', '0.34'],
    ['408.66', null, null],
  ])('of %s stands against it: %s', (typed, problem, missing) => {
    expect(planOf({ ...basis, typed })).toMatchObject({ problem, missing })
  })

  test('the most at once may be moved, and all of the wallet with its fee', () => {
    const rich = { ...basis, wallet: '10100' }
    expect(planOf({ ...rich, typed: '10000' })).toMatchObject({
      problem: null,
      max: '10000',
      walletAfter: '0',
    })
    expect(planOf({ ...rich, typed: '10000.01' })).toMatchObject({ problem: 'limit', limit: '10000' })
    expect(planOf({ ...rich, wallet: '10099.99', typed: '10000' })).toMatchObject({
      problem: 'insufficient',
      missing: '0.01',
      max: '9999.99',
    })
  })

  test.each(['', '0', '0.'])('the fee of the card is told before an amount is typed: %s', typed => {
    expect(planOf({ ...basis, typed }).share).toBe('1')
  })

  test('the first recharge leaves 10 USDT, and the most that is offered respects it', () => {
    const plan = planOf({ ...basis, keep: '10', typed: '405' })
    expect(plan).toMatchObject({ problem: 'keep', max: '398.76', missing: '6.3' })
    expect(planOf({ ...basis, keep: '10', typed: plan.max }).problem).toBeNull()
  })

  test('to the wallet nothing is charged, and only what is free can go', () => {
    const toWallet: MoveBasis = { ...basis, direction: 'toWallet', card: { available: '50' } }
    expect(planOf({ ...toWallet, typed: '50' })).toMatchObject({ fee: '0', cardAfter: '0', problem: null })
    expect(planOf({ ...toWallet, typed: '50' })).toMatchObject({
      walletAfter: '462.75',
      total: '50',
      missing: null,
    })
    expect(planOf({ ...toWallet, typed: '' }).problem).toBe('empty')
    expect(planOf({ ...toWallet, typed: '50.01' }).problem).toBe('over')
    expect(planOf({ ...toWallet, card: { available: '-1' } }).max).toBe('0')
  })

  test('offers only sums that can be moved', () => {
    expect(quickSums({ min: '10', max: '120' })).toEqual(['20', '50', '100'])
    expect(quickSums({ min: '10', max: '15' })).toEqual([])
    expect(quickSums({ min: '50', max: '100' })).toEqual(['50', '100'])
    expect(quickSums({ min: '50.01', max: '99.99' })).toEqual([])
  })
})
