import type { Page } from 'playwright-core'
import { strayed } from '../journeys/reading/walker.ts'
import { takeFirstStep } from '../journeys/steps/first-step.ts'
import type { Walk } from './answers.ts'
import type { Camera } from './camera.ts'

/** What somebody who is not signed in sees. */
export const signedOutPlaces = {
  welcome: '/',
  login: '/pages/login/login',
  register: '/pages/register/register',
  forget: '/pages/forget/forget',
  undoSecond: `/pages/forget/forget?second=${'0'.repeat(64)}`,
} as const

/** What a customer with everything sees beside the routes themselves; the last is opened by a press. */
export function placesBeside({ billId }: { billId: string }): Walk['places'] {
  return {
    delay: '/pages/safeCenter/safeCenter?delay=1',
    refund: `/pages/bill/bill?refund=${billId}`,
    statement: '/pages/bill/bill',
  }
}

/** Goes to a place of a walk, and complains when it leads on: no picture shows another page than its name says. */
export async function comeTo(
  camera: Camera,
  { places }: Pick<Walk, 'places'>,
  name: string,
  at?: string,
): Promise<void> {
  const path = places[name]
  if (!path) throw new Error(`nobody was at ${name}: node tests/visual/record.ts`)
  if (name === 'activateCardStep2' && places.activateCard) {
    await camera.goTo(places.activateCard, { at })
    await takeFirstStep(camera.page)
  }
  await camera.goTo(path, { at })
  const seen = await camera.page.evaluate(() => location.hash.slice(1))
  for (const complaint of strayed(path, seen)) throw new Error(`${path} ${complaint}`)
  if (name === 'statement') await openStatement(camera.page)
}

/** The sheet that a statement is made in. */
async function openStatement(page: Page) {
  await page.locator('header button').last().click()
  await page.locator('dialog[open] select').waitFor()
}
