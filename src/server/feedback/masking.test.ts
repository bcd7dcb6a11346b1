import { expect, test } from 'vitest'
import { withoutCardNumbers } from './masking.ts'

test.each([
  '0x52908400098527886E0F7030069857D2E4169EE7',
  'tx 4111111111111111aaaa',
  '订单 20261122123456',
  '+86 138 0013 8000',
  '2026-11-22 10:30:00',
  '12345678901234567890',
])('%s is no card number and stays', text => expect(withoutCardNumbers(text)).toBe(text))

test.each([
  ['4111111111111111', '****1111'],
  ['card 4111 1111 1111 1111 declined', 'card ****1111 declined'],
  ['4111-1111-1111-1111', '****1111'],
  ['卡号４１１１１１１１１１１１１１１１', '卡号****1111'],
  ['3782 822463 10005', '****0005'],
  ['1234 5678 9012 3456', '****3456'],
  ['4111\n1111\n1111\n1111', '****1111'],
])('%j becomes %j', (text, masked) => expect(withoutCardNumbers(text)).toBe(masked))
