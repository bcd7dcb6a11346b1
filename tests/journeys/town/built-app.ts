import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { serve } from '../../../budgets/serve.ts'
import { openBrowser } from '../../fixtures/browser.ts'

interface BuiltApp {
  /** Where the built app is served; there is no server behind it. */
  url: string
  browser: Browser
}

/** The built app and a browser for the tests of a file: there before the first, gone after the last. */
export function builtApp(): BuiltApp {
  const built = {} as BuiltApp
  let stop = () => {}
  beforeAll(async () => {
    const app = await serve()
    stop = app.stop
    Object.assign(built, { url: app.url, browser: await openBrowser() })
  })
  afterAll(async () => {
    await built.browser?.close()
    stop()
  })
  return built
}
