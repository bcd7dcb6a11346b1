import { act, fireEvent, screen } from '@testing-library/preact'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { onRenew } from '../loading/renew.ts'
import { go } from '../routing/hash-location.tsx'
import { loadWords, setLanguage } from '../state/locale.ts'
import { signedInAs } from '../testing/testing.tsx'
import { setCutOff } from '../ui/offline-banner.tsx'
import { beginPull } from './pull.ts'

const read = vi.fn()
let stops: (() => void)[]

beforeEach(async () => {
  await setLanguage('zh-CN')
  await loadWords('forms')
  read.mockReset()
  signedInAs()
  go('bill')
  stops = [beginPull(), onRenew(read)]
})
afterEach(() => {
  for (const stop of stops) stop()
  vi.unstubAllGlobals()
})

type Point = [x: number, y: number]

function pull(...points: Point[]) {
  const touchesAt = ([clientX, clientY]: Point) => ({ touches: [{ clientX, clientY }] })
  const [first, ...rest] = points as [Point, ...Point[]]
  fireEvent.touchStart(document.body, touchesAt(first))
  for (const point of rest) fireEvent.touchMove(document.body, touchesAt(point))
  fireEvent.touchEnd(document.body, { touches: [] })
}

const whole: Point[] = [
  [100, 100],
  [102, 180],
  [104, 240],
]

describe('a pull', () => {
  test.each<[string, Point[]]>([
    [
      'too short',
      [
        [100, 100],
        [100, 200],
      ],
    ],
    [
      'across, as on a carousel',
      [
        [100, 100],
        [200, 120],
        [200, 300],
      ],
    ],
    [
      'up',
      [
        [100, 300],
        [100, 100],
      ],
    ],
  ])('%s reads nothing', (_, points) => {
    pull(...points)
    expect(read).not.toHaveBeenCalled()
  })

  test('on the way down the page reads nothing', () => {
    vi.stubGlobal('scrollY', 300)
    pull(...whole)
    expect(read).not.toHaveBeenCalled()
  })

  test('reads nothing on a form, nor for somebody who is not signed in', () => {
    go('transferOut')
    pull(...whole)
    expect(read).not.toHaveBeenCalled()
    expect(screen.queryByRole('button', { name: '刷新' })).toBeNull()
  })

  test('under an open sheet reads nothing', () => {
    const sheet = Object.assign(document.createElement('dialog'), { open: true })
    document.body.append(sheet)
    pull(...whole)
    sheet.remove()
    expect(read).not.toHaveBeenCalled()
  })

  test('at the top reads anew what the page shows, once, and says when it is done', async () => {
    let finish = () => {}
    read.mockReturnValue(
      new Promise<void>(resolve => {
        finish = resolve
      }),
    )
    pull(...whole)
    pull(...whole)
    expect(read).toHaveBeenCalledTimes(1)
    expect(await screen.findByText('正在刷新')).toBeTruthy()
    finish()
    expect(await screen.findByText('已刷新')).toBeTruthy()
    pull(...whole)
    expect(read).toHaveBeenCalledTimes(2)
    expect(await screen.findByText('已刷新')).toBeTruthy()
  })
})

test('what could not be read is not told as read', async () => {
  read.mockImplementation(() => setCutOff(true))
  pull(...whole)
  await screen.findByText('正在刷新')
  expect(await screen.findByText(/网络已断开/)).toBeTruthy()
  expect(screen.queryByText('已刷新')).toBeNull()
  setCutOff(false)
})

test('keys and screen readers have a button for it, in the language of the moment', async () => {
  fireEvent.click(screen.getByRole('button', { name: '刷新' }))
  expect(read).toHaveBeenCalledTimes(1)
  expect(await screen.findByText('已刷新')).toBeTruthy()
  await act(() => setLanguage('en-US'))
  expect(screen.getByRole('button', { name: 'Refresh' })).toBeTruthy()
})
