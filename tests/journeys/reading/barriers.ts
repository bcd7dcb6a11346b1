import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { BrowserContext, Frame } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Brings axe into every page of this browser, past the policy, which only holds what pages load themselves. */
export async function bringAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript(source)
}

/** What keeps people out: violations of WCAG 2.2 A and AA that axe calls serious or critical, contrast included. */
export async function barriersOf(app: Frame): Promise<string[]> {
  return await app.evaluate(async () => {
    const { axe: checker } = window as unknown as { axe: typeof axe }
    const { violations } = await checker.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target} ${html.slice(0, 120)}`))
  })
}
