import { expect, test } from 'vitest'
import { groupsOf } from './address-groups.ts'

test('an address is cut into groups of four and put together again', () => {
  const evm = '0x5E47C8197cbf1a7437901d82c34797aCB8E69FdD'
  expect(groupsOf(evm)).toHaveLength(10)
  expect(groupsOf(evm)[0]).toBe('0x5E47')
  for (const address of [evm, 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE', 'abc', ''])
    expect(groupsOf(address).join('')).toBe(address)
})
