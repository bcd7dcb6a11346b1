import { describe, expect, test } from 'vitest'
import { isDark, languageOf, readHash, startParam } from './launch.ts'

describe('readHash', () => {
  test.each([
    ['#tgWebAppData=a%3D1&tgWebAppVersion=8.0', '/', '', { tgWebAppData: 'a=1', tgWebAppVersion: '8.0' }],
    ['#/pages/card/card?tgWebAppData=x', '/pages/card/card', '', { tgWebAppData: 'x' }],
    [
      '#/pages/cardDetail/cardDetail?id=7&tgWebAppData=x',
      '/pages/cardDetail/cardDetail',
      'id=7',
      { tgWebAppData: 'x' },
    ],
    ['#/pages/card/card&tgWebAppData=x', '/pages/card/card', '', { tgWebAppData: 'x' }],
    ['#/pages/bill/bill?q=%E5%92%96%E5%95%A1', '/pages/bill/bill', 'q=%E5%92%96%E5%95%A1', null],
    ['#?refer=AB&tgWebAppData=x', '/', 'refer=AB', { tgWebAppData: 'x' }],
    ['#anchor', '/', '', null],
    ['', '/', '', null],
  ])('%s', (hash, path, query, params) => {
    const launch = readHash(hash)
    expect({ path: launch.path, query: `${launch.query}`, params: launch.params }).toEqual({
      path,
      query,
      params,
    })
  })
})

describe('launch data that stood in the address already, before Telegram added its own', () => {
  const version = { tgWebAppVersion: '9.0' }
  test.each([
    ['#tgWebAppData=theirs&tgWebAppData=mine&tgWebAppVersion=9.0', version],
    ['#tgWebAppData=mine&tgWebAppVersion=9.0&tgWebAppData=theirs', version],
    // Behind a question mark Telegram's own would be the value of something else.
    ['#tgWebAppData=theirs&x=?tgWebAppData=mine&tgWebAppVersion=9.0', version],
    ['#/pages/card/card&tgWebApp%44ata=theirs&x=?tgWebAppData=mine&tgWebAppVersion=9.0', version],
    [
      '#tgWebAppData=theirs&tgWebAppX=?tgWebAppData=mine&tgWebAppVersion=9.0',
      { ...version, tgWebAppX: '?tgWebAppData=mine' },
    ],
    ['#tgWebAppData=theirs&?tgWebApp%44ata=mine&tgWebAppVersion=9.0', version],
  ])('%s signs in neither', (hash, params) => {
    expect(readHash(hash).params).toEqual(params)
  })
})

test('languages of the specification', () => {
  for (const lang of ['en', 'en-US', 'en-GB', 'EN-us', 'en-Latn-AU']) expect(languageOf(lang)).toBe('en-US')
  for (const lang of ['zh', 'zh-CN', 'zh-TW', 'zh-Hans', 'zh-hant-HK']) expect(languageOf(lang)).toBe('zh-CN')
  for (const lang of ['fr', '', 'eng', 'enm-GB', 'zha', 'x-en', null, undefined])
    expect(languageOf(lang)).toBeNull()
})

test('the start parameter comes beside or inside the launch data', () => {
  expect(startParam({ tgWebAppStartParam: 'r_AB' })).toEqual(['r', 'AB'])
  expect(startParam({ tgWebAppData: 'user=x&start_param=r_CD_en' })).toEqual(['r', 'CD', 'en'])
  expect(startParam({ tgWebAppVersion: '9.0' })).toEqual([])
  expect(startParam(null)).toEqual([])
})

test('dark is told by the background of the host', () => {
  expect(isDark('{"bg_color":"#17212b"}')).toBe(true)
  expect(isDark('{"bg_color":"#ffffff"}')).toBe(false)
  expect(isDark('{}')).toBeNull()
})
