import { expect, test } from 'vitest'
import { spelledName } from './spelling.ts'

test.each([
  ['林', 'lastName', 'LIN'],
  ['单', 'lastName', 'SHAN'],
  ['欧阳', 'lastName', 'OUYANG'],
  ['吕', 'lastName', 'LYU'],
  ['小明', 'firstName', 'XIAOMING'],
  ['单', 'firstName', 'DAN'],
  ['女略', 'firstName', 'NYULUE'],
  ['阿卜杜拉·买买提', 'firstName', 'ABUDULAMAIMAITI'],
] as const)('%s as %s is %s', async (text, part, spelled) => {
  expect(await spelledName({ text, part })).toBe(spelled)
})
