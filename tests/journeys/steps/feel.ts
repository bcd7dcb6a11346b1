import type { Locator, Page } from 'playwright-core'

/** Runs before the app: a strong phone, whatever machine the test has, and a count of pages that were turned. */
export function asStrongPhone() {
  Object.defineProperty(navigator, 'hardwareConcurrency', { value: 8 })
  Object.defineProperty(navigator, 'deviceMemory', { value: 8 })
  const { startViewTransition } = document
  Object.assign(window, { turns: 0 })
  document.startViewTransition = change => {
    Object.assign(window, { turns: (window as unknown as { turns: number }).turns + 1 })
    return startViewTransition.call(document, change)
  }
}

export function turnsOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { turns: number }).turns)
}

/** How often a path was asked for, from now on. */
export function counted(page: Page, path: string): () => number {
  let count = 0
  page.on('request', request => {
    if (new URL(request.url()).pathname.startsWith(path)) count += 1
  })
  return () => count
}

/** A finger on the glass, as the browser gets it: down at one height, up at another. */
export async function drawDown(page: Page, from: number, to: number): Promise<void> {
  const client = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x: 190, y }] })
  await touch('touchStart', from)
  for (let step = 1; step <= 8; step += 1) await touch('touchMove', from + ((to - from) * step) / 8)
  await touch('touchEnd')
  await client.detach()
}

/** Draws the knob of a slide along a share of its way. */
export async function slide(page: Page, button: Locator, share: number): Promise<void> {
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error('there is nothing to slide')
  const y = box.y + box.height / 2
  const way = box.width - box.height
  await page.mouse.move(box.x + 30, y)
  await page.mouse.down()
  for (let step = 1; step <= 6; step += 1) await page.mouse.move(box.x + 30 + (way * share * step) / 6, y)
  await page.mouse.up()
}
