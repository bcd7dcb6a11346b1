import type { Frame, Page } from 'playwright-core'

/** Takes the first step of an activation, which is open: the second wants to know only that it was answered. */
export async function takeFirstStep(page: Page, app: Page | Frame = page): Promise<void> {
  const data = { activationTicket: 'ticket', expireTime: '2030-01-01T00:00:00.000Z' }
  await page.route('**/card/activateCard', call => call.fulfill({ json: { code: 1, data } }))
  await app.locator('form input').first().fill('123456')
  await app.locator('footer button').click()
  await app.waitForFunction(() => location.hash.startsWith('#/pages/activateCardStep2/'))
}
