import { expect, test } from 'vitest'
import { unknownDevice } from '../../../contract/device.ts'
import { whenAndWhere } from './when-and-where.ts'

const seen = { device: 'Chrome · Android', ip: '192.0.2.1', at: new Date('2026-11-23T13:40:59Z') }

test.each([
  ['zh', seen.device, '时间：2026-11-23 13:40 UTC；设备：Chrome · Android；IP：192.0.2.1'],
  ['en', seen.device, 'Time: 2026-11-23 13:40 UTC; device: Chrome · Android; IP: 192.0.2.1'],
  ['zh', unknownDevice, '时间：2026-11-23 13:40 UTC；设备：未知设备；IP：192.0.2.1'],
  ['en', unknownDevice, 'Time: 2026-11-23 13:40 UTC; device: unknown; IP: 192.0.2.1'],
] as const)('a letter in %s says when and on what device: %s', (lang, device, line) => {
  expect(whenAndWhere({ ...seen, device }, lang)).toBe(line)
})
