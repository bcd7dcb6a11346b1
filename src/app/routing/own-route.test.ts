import { describe, expect, test } from 'vitest'
import { ownRoute } from './own-route.ts'

const foreign = [
  'https://evil.example',
  'http://evil.example/#/pages/user/user',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'https:evil.example',
  'https:/evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\nscript:alert(1)',
  '\u0000javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  'tg://resolve?domain=evil',
  'intent://evil#Intent;scheme=https;end',
  'mailto:a@evil.example',
  'tel:+100',
  'about:blank',
  'ftp://evil.example',
  'ws://evil.example',
  '/pages/user/user#/evil',
  '#https://evil.example',
  '#//evil.example',
  '/#//evil.example',
  '##/pages/user/user',
  '/##/pages/user/user',
  '/pages/../../evil',
  '/pages/user/../user',
  '/pages/user/card',
  '/pages/nowhere/nowhere',
  '/pages/constructor/constructor',
  '/pages/__proto__/__proto__',
  '/pages//user',
  '/pages/user/user/more',
  '/pages/user/user;x=1',
  '/pages/user%2Fuser',
  '/pages/%75ser/%75ser',
  '%2F%2Fevil.example',
  '/%09/evil.example',
  '/%5cevil.example',
  '/.evil.example',
  '/@evil.example',
  'user@evil.example',
  'evil.example',
  '?next=https://evil.example',
  '/api/common/exchangeRate',
  '/index.html',
  '/pages/user/user?x=\\evil',
  '/pages/user/user?x=1 2',
  '/pages/user/user\u202e',
  '/\u200b/evil.example',
  '/pages/user/\u2028user',
  `/pages/user/user?${'x'.repeat(2_000)}`,
  'https://evil.example/http://localhost:3000/#/pages/user/user',
  `${location.origin}.evil.example/#/pages/user/user`,
  `${location.origin}@evil.example/#/pages/user/user`,
  `${location.origin}/pages/user/user`,
]

describe('ownRoute', () => {
  test('sixty ways out of the app are known here', () => {
    expect(new Set(foreign).size).toBeGreaterThanOrEqual(60)
  })

  test.each(foreign)('refuses %j', target => {
    expect(ownRoute(target)).toBeNull()
  })

  test.each([null, undefined, ''])('refuses nothing: %j', target => {
    expect(ownRoute(target)).toBeNull()
  })

  test.each([
    ['/', '/'],
    ['/?refer=A', '/?refer=A'],
    ['/pages/user/user', '/pages/user/user'],
    ['/pages/cardDetail/cardDetail?id=1&from=a%2Fb', '/pages/cardDetail/cardDetail?id=1&from=a%2Fb'],
    ['#/pages/card/card', '/pages/card/card'],
    ['/#/pages/card/card', '/pages/card/card'],
    [`${location.origin}/#/pages/card/card?id=1`, '/pages/card/card?id=1'],
    ['/choose-location', '/choose-location'],
    ['/pages/modifyCardPhone/modifyCardPhone?id=1', '/pages/modifyCardPhone/modifyCardPhone?id=1'],
  ])('lets %j pass', (target, route) => {
    expect(ownRoute(target)).toBe(route)
  })
})
