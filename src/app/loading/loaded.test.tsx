import { render, screen } from '@testing-library/preact'
import { act } from 'preact/test-utils'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loadWords, setLanguage } from '../state/locale.ts'
import { Loaded } from './loaded.tsx'
import type { Load } from './use-load.ts'

beforeEach(async () => {
  vi.restoreAllMocks()
  await setLanguage('zh-CN')
  await loadWords('card')
})

function show(changes: Partial<Load<string>>, isMain?: boolean) {
  const reload = vi.fn()
  const of = { data: 'figures', state: 'ready', refusal: null, at: new Date(), reload, ...changes } as const
  render(
    <Loaded of={of} {...(isMain && { isMain })}>
      {data => <p>{data}</p>}
    </Loaded>,
  )
  return reload
}

function lookAwayAndBack() {
  for (const isHidden of [true, false]) {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
    document.dispatchEvent(new Event('visibilitychange'))
  }
}

function loseNetwork() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void dispatchEvent(new Event('offline')))
}

describe('what was loaded', () => {
  test('is read again when one comes back to it', () => {
    const reload = show({})
    expect(reload).not.toHaveBeenCalled()
    lookAwayAndBack()
    dispatchEvent(new Event('online'))
    expect(reload).toHaveBeenCalledTimes(2)
  })

  test('is not read again when it is live: it sees to that itself', () => {
    const reload = show({ isLive: true })
    lookAwayAndBack()
    dispatchEvent(new Event('online'))
    expect(reload).not.toHaveBeenCalled()
  })

  test.each([
    ['live', { isLive: true }, false, true],
    ['what the page is about', {}, true, true],
    ['neither', {}, false, false],
  ] as const)('tells its age without a network when it is %s', (_what, changes, isMain, isTold) => {
    show(changes, isMain)
    loseNetwork()
    expect(screen.getByText('figures')).toBeTruthy()
    expect(screen.queryByText('重试') !== null).toBe(isTold)
  })

  test('says why there is nothing', () => {
    show({ data: null, state: 'failed', refusal: 'refused' })
    expect(screen.getByRole('alert').textContent).toContain('refused')
  })
})
