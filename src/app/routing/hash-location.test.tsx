import { act, cleanup, render, screen } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  back,
  currentRoute,
  currentUrl,
  go,
  goTo,
  HashLocation,
  link,
  onBack,
  relaunch,
  restoreScroll,
  routeOf,
} from './hash-location.tsx'

function popped() {
  return new Promise(resolve => addEventListener('popstate', () => setTimeout(resolve), { once: true }))
}

/** As in a browser; here a way through the history is gone at once. */
function goesInATaskOfItsOwn(way: 'go' | 'forward' | 'back') {
  const real = history[way].bind(history)
  vi.spyOn(history, way).mockImplementation((delta?: number) => void setTimeout(() => real(delta)))
}

afterEach(() => vi.restoreAllMocks())

beforeEach(() => {
  render(
    <HashLocation>
      <a href="#/pages/card/card">card</a>
    </HashLocation>,
  )
  relaunch()
})

describe('links', () => {
  test('name and query; empty values are left out', () => {
    expect(link('cardDetail', { id: 7, type: '', other: undefined })).toBe(
      '#/pages/cardDetail/cardDetail?id=7',
    )
    expect(link('index')).toBe('#/')
    expect(link('choose-location')).toBe('#/choose-location')
  })

  test('the route of a place', () => {
    expect(['/', '/pages/card/card?x=1', '/choose-location', '/pages/a/b'].map(routeOf)).toEqual([
      'index',
      'card',
      'choose-location',
      '',
    ])
  })

  test('one that was tapped before the app listened is followed', () => {
    cleanup()
    history.replaceState(null, '', '#/pages/register/register')
    expect(currentRoute.value).toBe('index')
    render(<HashLocation>{null}</HashLocation>)
    expect(currentRoute.value).toBe('register')
  })

  test('one that was tapped before the app listened lies over the entry the app was opened at', async () => {
    cleanup()
    history.replaceState({ i: 3, lang: 1 }, '', '#/')
    vi.stubGlobal('glaze', { state: history.state })
    history.pushState(null, '', '#/pages/card/card')
    render(<HashLocation>{null}</HashLocation>)
    expect(history.state).toMatchObject({ i: 4, lang: 1 })
    const close = vi.fn()
    onTestFinished(onBack(close))
    const isBack = popped()
    history.back()
    await isBack
    await expect.poll(() => close.mock.calls.length).toBe(1)
    expect(currentRoute.value).toBe('card')
  })

  test('a press on one moves without a document load', () => {
    act(() => screen.getByText('card').click())
    expect(currentUrl.value).toBe('/pages/card/card')
    expect(history.state.i).toBe(1)
  })

  test('a second press, while the page is on its way, is the same', () => {
    for (const _ of [1, 2]) act(() => screen.getByText('card').click())
    expect(history.state.i).toBe(1)
  })
})

describe('moving', () => {
  test('the correct spellings lead to the specification’s own', () => {
    goTo('/pages/cancelAccount/cancelAccount')
    expect(currentUrl.value).toBe('/pages/cannelAccount/cannelAccount')
    goTo('/pages/modifyCardPhone/modifyCardPhone?id=1')
    expect(currentUrl.value).toBe('/pages/motifyCardPhone/motifyCardPhone?id=1')
  })

  test('home has one place under two names', () => {
    goTo('/pages/index/index')
    expect(currentUrl.value).toBe('/')
    expect(currentRoute.value).toBe('index')
  })

  test('no foreign target is followed', () => {
    for (const target of ['//evil.example', 'https://evil.example', 'javascript:alert(1)', '/\\evil']) {
      goTo(target)
      expect(currentUrl.value).toBe('/')
    }
  })

  test('Chinese values of a query come through', () => {
    go('bill', { keyword: '咖啡' })
    expect(new URL(currentUrl.value, 'http://app').searchParams.get('keyword')).toBe('咖啡')
  })

  test('replacing leaves nothing to go back to; back then is home, without leaving', () => {
    go('card', {}, { replace: true })
    expect(history.state.i).toBe(0)
    back()
    expect(currentUrl.value).toBe('/')
    expect(history.state.i).toBe(0)
  })

  test('back goes to the page before', async () => {
    go('card')
    go('cardDetail', { id: 1 })
    const pop = popped()
    back()
    await pop
    expect(currentRoute.value).toBe('card')
  })

  test('back pressed again before the browser is there does not leave the app; afterwards it goes on', async () => {
    go('card')
    go('cardDetail', { id: 1 })
    goesInATaskOfItsOwn('back')
    for (const route of ['card', 'index']) {
      const pop = popped()
      for (const _ of [1, 2, 3]) back()
      await pop
      expect(currentRoute.value).toBe(route)
    }
    expect(history.back).toHaveBeenCalledTimes(2)
  })

  test('back closes what lies on top first', () => {
    go('card')
    const close = vi.fn()
    const stop = onBack(close)
    back()
    expect(close).toHaveBeenCalledOnce()
    expect(currentRoute.value).toBe('card')
    stop()
  })

  test('the phone’s back closes what an address has opened, and leaves the place before as it was', async () => {
    for (const way of ['go', 'forward'] as const) goesInATaskOfItsOwn(way)
    go('safeCenter')
    go('cardDetail', { id: 1, open: 'views' })
    const stop = onBack(() => {
      stop()
      go('cardDetail', { id: 1 }, { replace: true })
    })
    history.back()
    await expect.poll(() => currentUrl.value).toBe('/pages/cardDetail/cardDetail?id=1')
    history.back()
    await expect.poll(() => currentUrl.value).toBe('/pages/safeCenter/safeCenter')
    history.forward()
    await expect.poll(() => currentUrl.value).toBe('/pages/cardDetail/cardDetail?id=1')
  })
})

describe('scrolling', () => {
  let height = 0
  beforeEach(() => {
    height = 2_000
    vi.stubGlobal('scrollY', 0)
    vi.stubGlobal('scrollTo', (_: number, y: number) => vi.stubGlobal('scrollY', Math.min(y, height)))
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 10))
    go('bill')
  })

  async function backTo(url: string) {
    history.back()
    await expect.poll(() => currentUrl.value).toBe(url)
  }
  /** As the Router does it when another page is there. */
  function arriveAt(route: 'bill' | 'card') {
    expect(currentRoute.value).toBe(route)
    restoreScroll()
  }
  const soon = () => new Promise(resolve => setTimeout(resolve, 60))

  test('what was left at the top is at the top again', async () => {
    go('card')
    scrollTo(0, 700)
    await backTo('/pages/bill/bill')
    arriveAt('bill')
    expect(scrollY).toBe(0)
  })

  test('a new place of the same page begins at the top; what is replaced stays where it is', async () => {
    scrollTo(0, 700)
    go('bill', { type: 'card' }, { replace: true })
    expect(scrollY).toBe(700)
    go('bill', { type: 'wallet' })
    expect(scrollY).toBe(0)
    await backTo('/pages/bill/bill?type=card')
    expect(scrollY).toBe(700)
  })

  test('a page that grows is followed down, until a finger says otherwise', async () => {
    scrollTo(0, 700)
    go('card')
    height = 100
    await backTo('/pages/bill/bill')
    arriveAt('bill')
    height = 300
    await expect.poll(() => scrollY).toBe(300)
    dispatchEvent(new Event('pointerdown'))
    height = 2_000
    await soon()
    expect(scrollY).toBe(300)
  })

  test('nor is it followed into the next place', async () => {
    scrollTo(0, 700)
    go('card')
    height = 100
    await backTo('/pages/bill/bill')
    arriveAt('bill')
    go('card')
    height = 2_000
    arriveAt('card')
    await soon()
    expect(scrollY).toBe(0)
  })
})
