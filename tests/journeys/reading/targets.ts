import type { Frame } from 'playwright-core'

/**
 * What a finger would miss: everything that is pressed is 44 px high and wide, with the room around it that answers for
 * it. Links within a sentence are as high as its lines, and stand apart from each other (WCAG 2.5.8 allows that); what is
 * ticked is pressed by its label.
 */
export async function smallTargets(app: Frame): Promise<string[]> {
  return await app.evaluate(missed)
}

// Runs in the page.
function missed(): string[] {
  const enough = 43.5
  const pressed =
    '#app :is(a[href],button,select,textarea,summary,input:not([type=hidden]),[role=button],[role=tab],[role=switch],[role=radio])'
  const flaws: string[] = []
  for (const element of document.querySelectorAll<HTMLElement>(pressed)) {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
    if (element.closest('[inert],dialog:not([open])') || isInSentence(element)) continue
    const { width, height } = roomOf(element)
    if (width < 2 || height < 2) continue
    if (width >= enough && height >= enough) continue
    const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
    flaws.push(
      `${Math.round(width)} × ${Math.round(height)} px only: <${element.localName}> "${name.trim().slice(0, 40)}"`,
    )
  }
  return [...new Set(flaws)]

  /** The box of the element, of its label, or of what it draws around itself to be pressed. */
  function roomOf(element: HTMLElement) {
    const label = element.closest('label') ?? (element as HTMLInputElement).labels?.[0]
    const isTicked = element.matches('[type=checkbox],[type=radio],[type=file]')
    const boxes = [element, ...(label && isTicked ? [label] : [])].map(box => box.getBoundingClientRect())
    const rooms = ['::before', '::after']
      .map(part => getComputedStyle(element, part))
      .filter(({ content, position }) => content !== 'none' && position === 'absolute')
    const sizes = [...boxes, ...rooms].map(({ width, height }) => [
      Number.parseFloat(`${width}`) || 0,
      Number.parseFloat(`${height}`) || 0,
    ])
    return {
      width: Math.max(...sizes.map(([width = 0]) => width)),
      height: Math.max(...sizes.map(([, height = 0]) => height)),
    }
  }

  function isInSentence(element: HTMLElement): boolean {
    if (getComputedStyle(element).display !== 'inline') return false
    const around = [...(element.parentElement?.childNodes ?? [])]
    return around.some(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
  }
}
