import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { Person } from '../people/person.ts'

/** Where `SHOTS` names a folder: keeps the last screen of a journey there, to be looked at when it fails. */
export async function keepLast(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`) }).catch(() => {})
}

/** Where `SHOTS` names a folder: keeps what is on the screen there, light and dark, to be looked at. */
export async function shoot({ page, app }: Person, name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (!folder) return
  const lang = await app.locator('html').getAttribute('lang')
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.waitForTimeout(300)
    const path = join(folder, `${name} ${lang} ${colorScheme}.png`)
    await page.screenshot({ path, fullPage: (await page.getByRole('dialog').count()) === 0 })
  }
}
