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
    // Long, but not so long that the zone would have cut it off.
    ['Christodoulopoulos, Annamaria', 'CHRISTODOULOPOULOS, ANNA'],
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
    ['Smith, John', 'SMITH, JOHN PAUL'],
    ['Smith, John Paul', 'SMITH, PAUL'],
    ['Sukarno, Sukarno', 'SUKARNO, '],
    ['Sukarno, Ahmed', 'SUKARNO, '],
  ])('%s is %s', (typed, written) => {
    expect(isSameName(name(typed), name(written), 'passport')).toBe(true)
  })

  test('a long name is cut off where the zone ends, and only there', () => {
    const typed = name('Papadopoulos Christodoulou, Aikaterini Konstantina')
    const cut = name('PAPADOPOULOS CHRISTODOULOU, AIKATERINI K')
    expect(isSameName(typed, cut, 'passport')).toBe(true)
    expect(isSameName(name('Lin, Weiming'), name('LIN, WEI'), 'passport')).toBe(false)
  })

  test.each([
    ['passport', 38, 'Papadopoulos Christodoulou, Aikaterinianna', 'PAPADOPOULOS CHRISTODOULOU, AIKATERINI'],
    ['passport', 37, 'Papadopoulos Christodoulo, Aikaterinianna', 'PAPADOPOULOS CHRISTODOULO, AIKATERINI'],
    ['card', 29, 'Papadopoulos, Aikaterini Annamaria', 'PAPADOPOULOS, AIKATERINI ANNA'],
    ['card', 28, 'Papadopoulo, Aikaterini Annamaria', 'PAPADOPOULO, AIKATERINI ANNA'],
  ] as const)('the zone of a %s may have cut off a name of %i letters', (format, length, typed, written) => {
    expect(written.replace(',', ' ')).toHaveLength(length)
    expect(isSameName(name(typed), name(written), format)).toBe(length === 38 || length === 29)
  })

  test.each([
    ['Aikaterini Konstantina, Papadopoulos Christodoulou', true],
    ['Papadopoulos, Aikaterini', true],
    ['Lin, Wei', false],
    ['Papadopoulos, Anna', false],
    // The zone may be cut off, what was typed is not.
    ['Papa, Aika', false],
    ['P, A', false],
  ])('%s is the name that was cut off: %j', (typed, isSame) => {
    const cut = name('PAPADOPOULOS CHRISTODOULOU, AIKATERINI K')
    expect(isSameName(name(typed), cut, 'passport')).toBe(isSame)
  })
})
