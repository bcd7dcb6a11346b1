import { expect, test } from 'vitest'
import { keyed } from './keyed.ts'

test('sentences with numbers come first; what ends in a dot is what the names after it begin with', () => {
  const words = keyed('d', 'tab. card user step.first. title note tab. more')
  expect(words(['a', 'b', 'Card', 'Me', 'First', 'A note', 'More'])).toEqual({
    ...{ d0: 'a', d1: 'b', 'tab.card': 'Card', 'tab.user': 'Me' },
    ...{ 'step.first.title': 'First', 'step.first.note': 'A note', 'tab.more': 'More' },
  })
})

test('where no sentence is named, each has a number', () => {
  expect(keyed('o', '')(['a', 'b'])).toEqual({ o0: 'a', o1: 'b' })
})
