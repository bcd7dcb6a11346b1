import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../budgets/chromium.ts'

const flags = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export async function openBrowser(): Promise<Browser> {
  return await chromium.launch({ executablePath: await chromiumPath(), args: flags })
}

/** A phone: small screen, touch, the language asked for. Every error of the page is collected. */
export async function openPhone(
  browser: Browser,
  {
    lang,
    colorScheme = 'light',
    ...rest
  }: { lang: 'zh' | 'en' } & Pick<
    BrowserContextOptions,
    'colorScheme' | 'viewport' | 'storageState' | 'serviceWorkers' | 'reducedMotion'
  >,
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: lang === 'zh' ? 'zh-CN' : 'en-US',
    timezoneId: 'Asia/Shanghai',
    colorScheme,
    // Nothing has to be waited for, and one press confirms; what moves has a journey of its own.
    reducedMotion: 'reduce',
    ...rest,
  })
  // On a busy machine a page takes its time.
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', error => faults.push(String(error)))
  page.on('console', message => message.type() === 'error' && faults.push(message.text()))
  return { page, faults }
}

/** Runs in the page: marks what stands there, then goes on. */
export function leaveFor(hash: string) {
  if (location.hash === hash) return
  for (const part of document.querySelectorAll('main,h1')) part.setAttribute('data-old', '')
  location.assign(hash)
}
