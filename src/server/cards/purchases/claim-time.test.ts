import { expect, test } from 'vitest'
import { claimedBy } from './claim-time.ts'

const days = (mcc: string) => {
  const at = new Date('2026-02-25T10:00:00Z')
  return (claimedBy({ mcc, at }).getTime() - at.getTime()) / 86_400_000
}

test('a claim is awaited for a week and a day, and for a month where it is not known what it will come to', () => {
  for (const mcc of ['5411', '5812', '3350', '4000', '4411x', '']) expect([mcc, days(mcc)]).toEqual([mcc, 8])
  for (const mcc of ['7011', '3351', '3999', '7512', '4411']) expect([mcc, days(mcc)]).toEqual([mcc, 31])
})
