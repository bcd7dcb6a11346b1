import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerCheck, checkPath } from '../../src/server/http/check/page.ts'
import { checkWords } from '../../src/server/http/check/words.ts'
import { openBrowser, openPhone } from '../fixtures/browser.ts'
import { font, height, width } from './camera.ts'
import { changesOf, obstacle } from './pictures.ts'
import { type Scene, scenes } from './scenes.ts'

// The page where anybody checks a statement, as one comes to it and with each thing it may say.

/** There is no app around it, and no Telegram. */
const looks = scenes.filter(({ host }) => host === 'browser')
const verdicts = ['genuine', 'altered', 'unknown'] as const
const site = 'https://glaze.example'
const none = { kind: null, from: null, until: null, zone: null, issuedAt: null }
const october = {
  kind: 'account',
  from: '2026-09-30T16:00:00.000Z',
  until: '2026-10-31T16:00:00.000Z',
  zone: 'Asia/Shanghai',
  issuedAt: '2026-11-02T08:00:00.000Z',
}

const reason = await obstacle(['check'])
if (reason) console.warn(`The check of statements is not compared with pictures: ${reason}.`)

describe.skipIf(reason !== null)('the check of statements, zh and en, light and dark', () => {
  const http = fastify()
  let browser: Browser
  let url: string

  beforeAll(async () => {
    answerCheck(http, { PUBLIC_URL: site })
    await http.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}${checkPath}`
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await http.close()
  })

  /** The whole page in each look, after something was done there. */
  async function shots(does: (page: Page, scene: Scene) => Promise<unknown>): Promise<Buffer[]> {
    const taken: Buffer[] = []
    for (const scene of looks) {
      const size = { viewport: { width, height } }
      const { page } = await openPhone(browser, { lang: scene.lang, colorScheme: scene.theme, ...size })
      await page.goto(url)
      // Its policy allows no style but its own; what a script sets is none.
      await page.evaluate(family => document.body.style.setProperty('font-family', family), font)
      await does(page, scene)
      taken.push(
        await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css', fullPage: true }),
      )
      await page.context().close()
    }
    return taken
  }

  test('looks as it did when one comes to it', async () => {
    expect(await changesOf('check', await shots(async () => {}))).toEqual([])
  })

  test.each(verdicts)('looks as it did once a statement is %s', async verdict => {
    const data = { verdict, ...(verdict === 'unknown' ? none : october) }
    const seen = await shots(async (page, { lang }) => {
      await page.route('**/api/**', route => route.fulfill({ json: { code: 1, data } }))
      await page.locator('#code').fill('GLAZE-00000-00000-00000-00000-00000')
      await page.locator('#form button').click()
      await page.getByRole('heading', { name: checkWords[lang][verdict], exact: true }).waitFor()
    })
    expect(await changesOf(`check-${verdict}`, seen)).toEqual([])
  })
})
