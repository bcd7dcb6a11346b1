import type { BrowserContext, Frame, Response } from 'playwright-core'

// The pseudo-locale: the words of the app arrive in brackets, so that what stands outside of brackets was never put
// into words. The built files are changed on their way to the browser; nothing of it is in the app.

const open = '⟦'
const close = '⟧'

/** English arrives in brackets in this browser. */
export async function bracketWords(context: BrowserContext): Promise<void> {
  await context.route(/\/assets\/en-US-[\w-]+\.js/, async route => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(
      /export\s*\{\s*([\w$]+) as default\s*\}/,
      (_, name) => `const bracketed=(${bracket})(${name},'${open}','${close}');export{bracketed as default}`,
    )
    if (!body.includes('bracketed')) throw new Error(`${route.request().url()} is not a catalogue as it was`)
    const headers = { ...answer.headers() }
    delete headers['content-encoding']
    delete headers['content-length']
    await route.fulfill({ status: answer.status(), headers, body })
  })
}

type Sentence = string | object[]

/**
 * Runs in the browser: a catalogue, or the sentences alone of `core`, with every sentence in brackets, plain ones and those
 * that are taken apart.
 */
function bracket(words: Record<string, Sentence> | Sentence[], open: string, close: string) {
  const literal = (value: string) => ({ type: 0, value })
  const inside = (words: Sentence) =>
    typeof words === 'string' ? open + words + close : [literal(open), ...words, literal(close)]
  if (Array.isArray(words)) return words.map(inside)
  return Object.fromEntries(Object.entries(words).map(([key, words]) => [key, inside(words)]))
}

/** Everything the server has told this browser in words. Short lower-case names are states, for which we have words. */
export function overhear(context: BrowserContext): Set<string> {
  const told = new Set<string>()
  const keep = (value: unknown) => {
    if (typeof value === 'string' && !/^[a-z]+([A-Z_-][a-z]*)*$/.test(value)) told.add(value)
    else if (value && typeof value === 'object') for (const part of Object.values(value)) keep(part)
  }
  context.on('response', async (answer: Response) => {
    if (answer.url().includes('/api/')) keep(await answer.json().catch(() => null))
  })
  return told
}

/** What can be read on the page and is neither in brackets, nor told by the server, nor a figure, date or name. */
export async function unspoken(app: Frame, told: Set<string>): Promise<string[]> {
  const outside = await app.evaluate(readOutside, [open, close] as const)
  const known = [...told]
    .flatMap(text =>
      plain(text)
        .split('\n')
        .map(line => line.trim()),
    )
    .filter(line => /\p{L}/u.test(line))
    .toSorted((a, b) => b.length - a.length)
    .map(line => new RegExp(`(?<!\\p{L})${literally(line)}(?!\\p{L})`, 'gu'))
  return outside.filter(text => /\p{L}/u.test(withoutData(text, known)))
}

function withoutData(text: string, known: RegExp[]): string {
  // A group of an address, the sign of a coin.
  if (/^\s*((0x)?[0-9a-fA-F]{0,4}|[A-ZΞ])\s*$/.test(text)) return ''
  return [...known, ...patterns].reduce((left, pattern) => left.replace(pattern, ' '), plain(text))
}

/** Without what holds addresses, and amounts with their coins, in one line: the app puts it in. */
function plain(text: string): string {
  return text.replaceAll('\u2060', '').replaceAll('\u00a0', ' ')
}

function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}

const months = 'Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec'
const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const regionNames = (['long', 'short'] as const).map(
  style => new Intl.DisplayNames('en', { type: 'region', style, fallback: 'none' }),
)
/** Countries, as the browser calls them. */
const regions = letters
  .flatMap(first => letters.flatMap(second => regionNames.map(names => names.of(first + second))))
  .filter(name => name !== undefined)
  .toSorted((a, b) => b.length - a.length)

/** What is the same in every language, or is written by the browser itself. */
const patterns = [
  /\b(USDT|USDC|ETH|BTC|TRX|USD|CNY|EUR|HKD|ERC20|TRC20)\b/g,
  /\b(Glaze|GLAZE|Telegram|Visa|Mastercard|English)\b|[釉成]|切换到简体中文|简体中文|中文/g,
  /\b[\w.*-]+@[\w.*-]+\b/g,
  /\bhttps?:\/\/\S+/g,
  // An address, whole, shortened, or in groups of four.
  /\b(0x)?[0-9a-fA-F]{2,}(\s*…\s*|\s+)[0-9a-fA-F]{2,}(\s+[0-9a-fA-F]{1,4})*/g,
  /\b0x[0-9a-fA-F]+/g,
  // Days and hours, as Intl writes them in English.
  new RegExp(
    `\\b(${months})[a-z]*( \\d{1,2})?(, \\d{4})?|\\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*day?\\b`,
    'g',
  ),
  /\b\d[\d:.]*\s?(AM|PM)\b|\bGMT[+-]?\d*\b/g,
  new RegExp(`(?<!\\p{L})(${regions.map(literally).join('|')})(?!\\p{L})`, 'gu'),
  // Figures with their units.
  /\d[\d.,]*\s?[KMB]\b|\bv?\d+\.\d+\.\d+\b/g,
]

/** Runs in the page: what stands outside of brackets, text by text and label by label. */
function readOutside([open, close]: readonly [string, string]): string[] {
  const found: string[] = []
  const outside = (text: string, before = 0): [string, number] => {
    let depth = before
    let left = ''
    for (const letter of text) {
      if (letter === open) depth += 1
      else if (letter === close) depth = Math.max(0, depth - 1)
      else if (depth === 0) left += letter
    }
    return [left, depth]
  }
  let depth = 0
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement: element, data } = walker.currentNode as Text
    if (!element || element.closest('script,style,template,noscript,svg')) continue
    const [left, deeper] = outside(data, depth)
    depth = deeper
    if (!left.trim() || !(element.localName === 'option' || element.checkVisibility())) continue
    // A name is one, wherever it may be broken.
    if (walker.currentNode.previousSibling?.nodeName === 'WBR') found.push(`${found.pop() ?? ''}${left}`)
    else found.push(left)
  }
  for (const element of document.querySelectorAll('[aria-label],[placeholder],[alt],[title]')) {
    for (const name of ['aria-label', 'placeholder', 'alt', 'title'])
      found.push(outside(element.getAttribute(name) ?? '')[0])
  }
  found.push(outside(document.title)[0])
  return found
}
