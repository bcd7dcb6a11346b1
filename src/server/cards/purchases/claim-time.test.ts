import { expect, test } from 'vitest'
import { claimedBy } from './claim-time.ts'

const days = (mcc: string) => {
  const at = new Date('2026-02-25T10:00:00Z')
  return (claimedBy({ mcc, at }).getTime() - at.getTime()) / 86_400_000
}

test('a claim is awaited for a week and a day, and for a month where it is not known what it will come to', () => {
  const usual = ['5411', '5812', '4411x', '']
  const beside = [
    '3350',
    '4000',
    '4410',
    '4412',
    '7010',
    '7013',
    '7032',
    '7034',
    '7511',
    '7514',
    '7518',
    '7520',
  ]
  const long = ['3351', '3500', '3501', '3999', '4411', '7011', '7012', '7033', '7512', '7513', '7519']
  for (const mcc of [...usual, ...beside]) expect([mcc, days(mcc)]).toEqual([mcc, 8])
  for (const mcc of long) expect([mcc, days(mcc)]).toEqual([mcc, 31])
})
