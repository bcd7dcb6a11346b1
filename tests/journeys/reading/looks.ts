import type { Frame } from 'playwright-core'

// What can be seen of a page without knowing it. Everything here runs in the page.

const narrowest = 320

/** What is wrong with the way a page stands there; nothing when all is well. */
export async function flawsOf(app: Frame): Promise<string[]> {
  // The title takes the focus once the page is drawn, which a busy machine may do a moment later.
  const hasFocus = () => location.hash === '#/' || document.activeElement !== document.body
  await app.waitForFunction(hasFocus, null, { timeout: 3_000 }).catch(() => {})
  return [...(await app.evaluate(headings)), ...(await app.evaluate(overflows, 'as it is'))]
}

/**
 * The same with all text at twice its size: no button cuts its own words off, no word is broken in two, and nothing sticks
 * out, on the narrowest phone neither.
 */
export async function flawsOfLargeText(app: Frame): Promise<string[]> {
  const page = app.page()
  const size = page.viewportSize() as { width: number; height: number }
  await app.evaluate(enlarge, '200%')
  const flaws = [
    ...(await app.evaluate(overflows, 'at 200 %')),
    ...(await app.evaluate(clipped)),
    ...(await app.evaluate(broken)),
  ]
  await page.setViewportSize({ ...size, width: narrowest })
  flaws.push(...(await app.evaluate(overflows, `at 200 % and ${narrowest} px`)))
  await app.evaluate(enlarge, '')
  await page.setViewportSize(size)
  return flaws
}

/** Keys that were shown for want of words; `areas` are the first parts of keys. */
export async function rawKeys(app: Frame, areas: string[]): Promise<string[]> {
  const text = await app.evaluate(readAll)
  const key = new RegExp(`(?<![\\w@./-])(${areas.join('|')})\\.[a-zA-Z]\\w*(\\.\\w+)*`, 'g')
  return [...text.matchAll(key)].map(([found]) => `raw key: ${found}`)
}

/** One title in words, the same that the browser's tab shows, and the focus on it or on something of the page. */
function headings(): string[] {
  const seen = [...document.querySelectorAll('h1')].filter(heading => heading.checkVisibility())
  if (location.hash === '#/' || location.hash === '') return []
  if (seen.length !== 1) return [`${seen.length} titles`]
  if (parent === window && document.activeElement === document.body) return ['nothing has the focus']
  const text = seen[0]?.textContent?.trim()
  if (!text) return ['an empty title']
  return document.title.includes(text) ? [] : [`the tab says "${document.title}", the page "${text}"`]
}

function overflows(when: string): string[] {
  const width = document.documentElement.clientWidth
  const over = document.documentElement.scrollWidth - width
  if (over <= 0) return []
  const widest = [...document.querySelectorAll<HTMLElement>('#app *')]
    .filter(element => element.getBoundingClientRect().right > width + 0.5)
    .slice(-3)
    .map(element => `<${element.localName}> ${element.textContent?.slice(0, 40)}`)
  return [`${over} px wider than the screen ${when}: ${widest.join(' | ')}`]
}

/**
 * The page is taken down and drawn anew: of what stands there Chromium does not reckon every size in rem again. Rows left
 * out off the screen are drawn too: they keep the height they had.
 */
function enlarge(size: string) {
  const everyRow = new CSSStyleSheet()
  everyRow.replaceSync('* { content-visibility: visible !important }')
  document.adoptedStyleSheets = size ? [everyRow] : []
  document.documentElement.style.fontSize = size
  document.body.style.display = 'none'
  document.body.getBoundingClientRect()
  document.body.style.display = ''
}

/** Buttons and links whose words reach beyond them, or that are cut off by what holds them. */
function clipped(): string[] {
  const flaws: string[] = []
  for (const button of document.querySelectorAll<HTMLElement>('#app :is(button,a[href])')) {
    if (!button.checkVisibility({ visibilityProperty: true })) continue
    const box = button.getBoundingClientRect()
    for (const text of textsOf(button)) {
      const { left, right, top, bottom, width } = text
      const isCut =
        right > box.right + 1 || left < box.left - 1 || top < box.top - 2 || bottom > box.bottom + 2
      if (width > 1 && isCut) flaws.push(`cut off at 200 %: "${button.textContent?.slice(0, 40)}"`)
    }
  }
  return [...new Set(flaws)]

  function textsOf(element: HTMLElement): DOMRect[] {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const rects: DOMRect[] = []
    while (walker.nextNode()) {
      const node = walker.currentNode
      const style = getComputedStyle(node.parentElement as Element)
      // What is meant for ears only has no size.
      if (style.clipPath !== 'none' || style.position === 'absolute') continue
      // The beginning of words that stand whole behind the link.
      if (style.webkitLineClamp !== 'none') continue
      const range = document.createRange()
      range.selectNodeContents(node)
      rects.push(range.getBoundingClientRect())
    }
    return rects
  }
}

/** Words on two lines; not of addresses and names, nor beside a dot, which holds what stands in one line together. */
function broken(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const flaws: string[] = []
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode as Text
    if (!parentElement?.checkVisibility() || parentElement.closest('.sr,svg,option')) continue
    for (const { 0: word, index } of data.matchAll(
      /(?<![\w@./*-]|·\u00a0)[A-Za-z’]{2,12}(?![\w@/-]|\.\w|\u00a0·)/g,
    )) {
      const range = document.createRange()
      range.setStart(walker.currentNode, index)
      range.setEnd(walker.currentNode, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) flaws.push(`broken at 200 %: "${word}" of "${data.slice(0, 40)}"`)
    }
  }
  return [...new Set(flaws)]
}

/** Every text and label of the page. */
function readAll(): string {
  const labels = [...document.querySelectorAll('[aria-label],[placeholder],[alt],[title]')].flatMap(element =>
    ['aria-label', 'placeholder', 'alt', 'title'].map(name => element.getAttribute(name) ?? ''),
  )
  return [document.title, document.body.innerText, ...labels].join('\n')
}
