import { describe, expect, test } from 'vitest'
import { isPublicAddress, mayBeEndpoint } from './endpoint.ts'

describe('a push service', () => {
  test.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QGu',
    'https://wns2-par02p.notify.windows.com/w/?token=a%2bb',
  ])('may be at %s', endpoint => {
    for (const isSandbox of [true, false]) expect(mayBeEndpoint(endpoint, { isSandbox })).toBe(true)
  })

  test.each([
    'http://push.example.com/a',
    'https://push.example.com:8443/a',
    'https://someone:secret@push.example.com/a',
    'https://push.example.com/a#b',
    'https://10.0.0.1/a',
    'https://167772161/a',
    'https://0x0a.1/a',
    'https://[::1]/a',
    'https://[2606:4700::1111]/a',
    'https://push/a',
    'https://push.local/a',
    'https://metadata.google.internal/a',
    'ftp://push.example.com/a',
    'push.example.com',
    '',
  ])('is not at %j', endpoint => {
    for (const isSandbox of [true, false]) expect(mayBeEndpoint(endpoint, { isSandbox })).toBe(false)
  })

  test.each(['http://127.0.0.1:3100/push/to/1', 'https://localhost/a'])(
    'is at %s in the sandbox only',
    endpoint => {
      expect(mayBeEndpoint(endpoint, { isSandbox: true })).toBe(true)
      expect(mayBeEndpoint(endpoint, { isSandbox: false })).toBe(false)
    },
  )
})

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  'fd00::1',
  'fe80::1',
  'ff02::1',
  '2001:0:4136:e378::1',
  '2001:db8::1',
  '2002:a00:1::',
  'push.example.com',
])('%s is nobody’s in public', address => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '172.15.0.1', '192.169.0.1', '2a00:1450:4001::5f', '2606:4700::1111'])(
  '%s is a public address',
  address => expect(isPublicAddress(address)).toBe(true),
)
