import { expect, test } from 'vitest'
import { isOfficial } from './channel.ts'

const channels = [
  { kind: 'web', value: 'https://glaze.example' },
  { kind: 'email', value: 'support@glaze.example' },
  { kind: 'telegram', value: '@glaze_bot' },
]

test.each([
  'support@glaze.example.evil.example',
  'support@glaze-example.com',
  'glaze.example.evil.example',
  'evil.example/glaze.example',
  'https://evil.example/@glaze_bot',
  't.me/glaze_bot_support',
  'support@glaze.example <x@evil.example>',
  'x@evil.example <support@glaze.example',
  '<x@evil.example> <support@glaze.example>',
  '@glaze_b0t',
  'glaze',
  '',
  ' ',
])('%j is not ours', text => expect(isOfficial(text, channels)).toBe(false))

test.each([
  'https://glaze.example/',
  'glaze.example',
  'SUPPORT@glaze.example ',
  'mailto:support@glaze.example',
  'Glaze <support@glaze.example>',
  '@glaze_bot',
  't.me/glaze_bot',
  'https://t.me/Glaze_Bot',
])('%j is ours', text => expect(isOfficial(text, channels)).toBe(true))
