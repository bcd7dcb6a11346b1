import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rememberIssued } from '../../src/server/bills/issued-statements.ts'
import { newCode, writtenCode } from '../../src/server/bills/statement-code.ts'
import { statementPdf } from '../../src/server/bills/statement-pdf.ts'
import { checkWords } from '../../src/server/http/check/words.ts'
import { openSite } from '../../src/server/http/site.ts'
import { openBrowser, openPhone } from '../fixtures/browser.ts'
import { type TestDatabase, testDatabase } from '../fixtures/postgres.ts'
import { type Node, worldOn } from '../fixtures/world.ts'
import { barriersOf, bringAxe } from './reading/barriers.ts'

// The page where anybody checks a statement, in a browser and with the server behind it.

let database: TestDatabase
let node: Node
let browser: Browser
let url: string
let folder: string

beforeAll(async () => {
  database = await testDatabase()
  node = await worldOn(database.db)
  folder = await mkdtemp(join(tmpdir(), 'glaze-check-'))
  await mkdir(join(folder, 'client'))
  await openSite(node.http, { config: node.world.config, root: join(folder, 'client') })
  await node.http.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(node.http.server.address() as AddressInfo).port}/check`
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await node?.http.close()
  await database?.close()
  await rm(folder, { recursive: true, force: true })
})

const paper = {
  email: 'a***@example.com',
  timezone: 'Asia/Shanghai',
  from: new Date('2026-09-30T16:00:00Z'),
  until: new Date('2026-10-31T16:00:00Z'),
  madeAt: new Date('2026-11-02T08:00:00Z'),
  isOfCard: false,
  accounts: [],
  holds: [],
}

async function issued() {
  const code = newCode()
  const proof = { code: writtenCode(code), url }
  const file = Buffer.from(await statementPdf(paper, { lang: 'zh', proof }))
  const [starts_at, ends_at, timezone, issued_at] = [paper.from, paper.until, paper.timezone, paper.madeAt]
  await rememberIssued(database.db, { code, file, kind: 'account', starts_at, ends_at, timezone, issued_at })
  return { code: proof.code, file }
}

const choose = (page: Page, buffer: Buffer) =>
  page.locator('#file').setInputFiles({ name: 'glaze-2026-10.pdf', mimeType: 'application/pdf', buffer })

async function says(page: Page, words: string) {
  await expect.poll(() => page.locator('#verdict').textContent()).toBe(words)
}

function changed(file: Buffer, from: string, to: string): Buffer {
  const text = file.toString('latin1')
  expect(text.includes(from)).toBe(true)
  return Buffer.from(text.replace(from, to), 'latin1')
}

describe('the page where a statement is checked', () => {
  test('knows a file as genuine or altered by itself, and sends nothing of it', async () => {
    const { page, faults } = await openPhone(browser, { lang: 'zh' })
    const w = checkWords.zh
    const sent: string[] = []
    page.on('request', request => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    const { code, file } = await issued()
    await page.goto(url)
    await choose(page, file)
    await says(page, w.genuine)
    expect(await page.locator('#code').inputValue()).toBe(code)
    expect(await page.locator('#kind').textContent()).toBe(w.account)
    expect(await page.locator('#period').textContent()).toBe(
      '2026年10月1日 00:00:00 – 2026年10月31日 23:59:59',
    )
    await choose(page, changed(file, '/Author', '/author'))
    await says(page, w.altered)
    expect(await page.locator('#different').isVisible()).toBe(false)
    expect(sent.every(line => line.length < 400 && line.startsWith(new URL(url).origin))).toBe(true)
    expect(faults.filter(fault => !fault.includes('404'))).toEqual([])
    await page.context().close()
  })

  test('begins with the code it was opened with, and says when a file has another', async () => {
    const { page } = await openPhone(browser, { lang: 'en' })
    const w = checkWords.en
    const [one, two] = [await issued(), await issued()]
    await page.goto(`${url}#${one.code}`)
    await says(page, w.issued)
    await choose(page, two.file)
    await says(page, w.genuine)
    expect(await page.locator('#different').isVisible()).toBe(true)
    await page.getByRole('link', { name: w.otherLanguage }).click()
    await says(page, checkWords.zh.issued)
    expect(new URL(page.url()).hash).toBe(`#${one.code}`)
    await page.context().close()
  })

  test('looks at another code that is opened in its place, and at none that was cut off', async () => {
    const { page, faults } = await openPhone(browser, { lang: 'en' })
    const w = checkWords.en
    const { code } = await issued()
    await page.goto(`${url}#${code.slice(0, 9)}%E2%8`)
    const field = page.getByLabel(w.code)
    expect(await field.inputValue()).toBe('')
    await field.fill(code)
    await page.getByRole('button', { name: w.look }).click()
    await says(page, w.issued)
    await page.goto(`${url}#${writtenCode(newCode())}`)
    await says(page, w.unknown)
    await page.goto(`${url}#${code}`)
    await says(page, w.issued)
    await page.goBack()
    await says(page, w.unknown)
    expect(faults.filter(fault => !fault.includes('404'))).toEqual([])
    await page.context().close()
  })

  test('never calls a statement false for a slip, a file of somebody else or a lost network', async () => {
    const { page } = await openPhone(browser, { lang: 'en' })
    const w = checkWords.en
    const { code, file } = await issued()
    await page.goto(url)
    await choose(page, changed(file, `glaze-statement ${code}`, 'x'.repeat(50)))
    await says(page, w.noCode)
    const button = page.getByRole('button', { name: w.look })
    await page.getByLabel(w.code).fill(code.slice(0, -1))
    await page.keyboard.press('Enter')
    await says(page, w.mistyped)
    await page.getByLabel(w.code).fill(writtenCode(newCode()))
    await button.click()
    await says(page, w.unknown)
    await page.getByLabel(w.code).fill(code.toLowerCase())
    await page.context().setOffline(true)
    await button.click()
    await says(page, w.failed)
    await page.context().setOffline(false)
    await button.click()
    await says(page, w.issued)
    await page.context().close()
  })

  test.each(['light', 'dark'] as const)(
    'keeps nobody out, and stands on a narrow phone: %s',
    async colorScheme => {
      for (const lang of ['zh', 'en'] as const) {
        const viewport = { width: 320, height: 640 }
        const { page } = await openPhone(browser, { lang, colorScheme, viewport })
        await bringAxe(page.context())
        const { file } = await issued()
        await page.goto(url)
        for (const [bytes, verdict] of [
          [file, 'genuine'],
          [changed(file, '/Author', '/author'), 'altered'],
          [Buffer.from('none'), 'altered'],
        ] as const) {
          await choose(page, bytes)
          await says(page, checkWords[lang][verdict])
          expect(await barriersOf(page.mainFrame())).toEqual([])
        }
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
        if (process.env.CHECK_PICTURES)
          await page.screenshot({
            path: join(process.env.CHECK_PICTURES, `${lang}-${colorScheme}.png`),
            fullPage: true,
          })
        await page.context().close()
      }
    },
  )
})
