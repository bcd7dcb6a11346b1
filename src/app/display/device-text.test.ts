import { expect, test } from 'vitest'
import { unknownDevice } from '../../contract/device.ts'
import { deviceText } from './device-text.ts'

test.each([unknownDevice, '', null, undefined])('a device called %s is one that nobody knows', device => {
  expect(deviceText(device, '未知设备')).toBe('未知设备')
})

test('a known one is called as the server calls it', () => {
  expect(deviceText('Safari · iOS', '未知设备')).toBe('Safari · iOS')
})
