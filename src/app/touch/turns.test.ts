import { options } from 'preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { go } from '../routing/hash-location.tsx'
import { turnPages } from './turns.ts'

const drawn: string[] = []
let stop = () => {}

/** A browser that takes its picture of the old page a moment later, as they do. */
function startViewTransition(change: () => void) {
  drawn.push(`picture ${document.documentElement.dataset.turn}`)
  Promise.resolve()
    .then(() => {})
    .then(() => {
      change()
      drawn.push('change')
    })
  return { ready: Promise.resolve() }
}

beforeEach(() => {
  drawn.length = 0
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  Object.assign(document, { startViewTransition })
  delete document.documentElement.dataset.perf
  stop = turnPages()
})
afterEach(() => {
  stop()
  Reflect.deleteProperty(document, 'startViewTransition')
})

/** Goes there; what Preact would draw now is noted when it is drawn. */
async function visit(name: 'index' | 'card' | 'safeCenter', { replace = false } = {}) {
  go(name, {}, { replace })
  options.debounceRendering?.(() => drawn.push('draw'))
  for (let count = 0; count < 12; count += 1) await Promise.resolve()
}

describe('a page that takes the place of another', () => {
  test.each([
    ['on a weak device', () => Object.assign(document.documentElement.dataset, { perf: 'low' })],
    ['for who wants less motion', () => vi.stubGlobal('matchMedia', () => ({ matches: true }))],
    ['where the browser cannot', () => Reflect.deleteProperty(document, 'startViewTransition')],
  ])('changes without a picture, in a task of its own, %s', async (_, arrange) => {
    await visit('card')
    arrange()
    drawn.length = 0
    await visit('index')
    expect(drawn).toEqual([])
    await new Promise(done => setTimeout(done))
    expect(drawn).toEqual(['draw'])
  })

  test('the same page with another query is no other page', async () => {
    go('index', { lang: 'zh' })
    options.debounceRendering?.(() => drawn.push('draw'))
    await Promise.resolve()
    expect(drawn).toEqual(['draw'])
  })

  test('is drawn after the picture of the old one was taken, and never left undrawn', async () => {
    await visit('safeCenter')
    drawn.length = 0
    await visit('index')
    expect(drawn).toEqual(['picture on', 'draw', 'change'])
  })
})
