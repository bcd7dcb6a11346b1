import { describe, expect, test } from 'vitest'
import { isSameName } from './names.ts'

const name = (text: string) => {
  const [lastName = '', firstName = ''] = text.split(', ')
  return { lastName, firstName }
}

describe('isSameName', () => {
  test.each([
    ['Lin, Wei', 'WANG, WEI'],
    ['Lin, Wei', 'LIN, FANG'],
    ['Lin, Wei', 'LIN, WEIMING'],
    ['Li, Na', 'LIN, NA'],
    ['Smith, John', 'SMITH, JANE'],
    ['Smith, John', 'JOHNSON, SMITH'],
    ['Garcia, Ana', 'MARQUEZ, ANA LUISA'],
    ['Lin, Wei', ', '],
  ])('%s is not %s', (typed, written) => {
    expect(isSameName(name(typed), name(written), 'passport')).toBe(false)
  })

  test.each([
    ['Lin, Wei', 'LIN, WEI'],
    ['Wei, Lin', 'LIN, WEI'],
    ['Lin, Xiao Ming', 'LIN, XIAOMING'],
    ['Lin, Xiaoming', 'LIN, XIAO MING'],
    ['Smith-Jones, Anna', 'SMITH JONES, ANNA MARIA'],
    ["O'Connor, Sean", 'OCONNOR, SEAN'],
    ["O'Connor, Sean", 'O CONNOR, SEAN'],
    ['Muller, Jurgen', 'MUELLER, JUERGEN'],
    ['Lu, Wei', 'LYU, WEI'],
    ['Sukarno, Sukarno', 'SUKARNO, '],
  ])('%s is %s', (typed, written) => {
    expect(isSameName(name(typed), name(written), 'passport')).toBe(true)
  })

  test('a long name is cut off where the zone ends, and only there', () => {
    const typed = name('Papadopoulos Christodoulou, Aikaterini Konstantina')
    const cut = name('PAPADOPOULOS CHRISTODOULOU, AIKATERINI K')
    expect(isSameName(typed, cut, 'passport')).toBe(true)
    expect(isSameName(name('Lin, Weiming'), name('LIN, WEI'), 'passport')).toBe(false)
  })
})
