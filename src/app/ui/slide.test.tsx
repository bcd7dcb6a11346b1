import { act, fireEvent, render, screen } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { loadWords, setLanguage } from '../state/locale.ts'
import { remember } from '../storage.ts'
import { Slide } from './slide.tsx'

const sent = vi.fn()

beforeEach(async () => {
  sent.mockReset()
  await setLanguage('zh-CN')
  await loadWords('forms')
})

/** 320 px wide, 60 px high: the knob has 260 px to go. */
function show(props: { isBusy?: boolean; isDisabled?: boolean } = {}) {
  render(
    <form
      onSubmit={event => {
        event.preventDefault()
        sent()
      }}
    >
      <Slide {...props}>付款 12 USDT</Slide>
    </form>,
  )
  const button = screen.getByRole('button', { name: '付款 12 USDT' })
  vi.spyOn(button, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 320, 60))
  return button
}

/** As a browser tells it: a drag ends with a click on what it began on. */
function slide(button: HTMLElement, from: number, to: number) {
  fireEvent.pointerDown(button, { clientX: from, pointerId: 1 })
  fireEvent.pointerMove(button, { clientX: to, pointerId: 1 })
  fireEvent.pointerUp(button, { clientX: to, pointerId: 1 })
  fireEvent.click(button, { detail: 1 })
}

describe('a slide', () => {
  test('that ends half way sends nothing, and the press at its end counts for nothing', () => {
    const button = show()
    slide(button, 30, 160)
    expect(sent).not.toHaveBeenCalled()
    expect(button.style.getPropertyValue('--way')).toBe('0')
    expect(screen.queryByText('再点一次即可确认', { selector: '[role=status]' })).toBeNull()
  })

  test('that begins beside the knob moves nothing', () => {
    const button = show()
    slide(button, 150, 319)
    expect(sent).not.toHaveBeenCalled()
  })

  test('that the system takes away sends nothing', () => {
    const button = show()
    fireEvent.pointerDown(button, { clientX: 30, pointerId: 1 })
    fireEvent.pointerMove(button, { clientX: 290, pointerId: 1 })
    fireEvent.pointerCancel(button, { clientX: 290, pointerId: 1 })
    expect(sent).not.toHaveBeenCalled()
  })

  test('does nothing while what it sent is under way', () => {
    const button = show({ isBusy: true })
    slide(button, 30, 300)
    fireEvent.click(button)
    fireEvent.click(button, { detail: 1 })
    expect(sent).not.toHaveBeenCalled()
  })

  test('to the other end sends once', () => {
    const button = show()
    slide(button, 30, 290)
    expect(sent).toHaveBeenCalledTimes(1)
  })
})

describe('without a slide', () => {
  test('one press of a finger sends nothing and asks for another', () => {
    const button = show()
    fireEvent.click(button, { detail: 1 })
    expect(sent).not.toHaveBeenCalled()
    expect(screen.getByText('再点一次即可确认', { selector: '[role=status]' })).toBeTruthy()
    fireEvent.click(button, { detail: 1 })
    expect(sent).toHaveBeenCalledTimes(1)
  })

  test('the second press has to come soon', async () => {
    vi.useFakeTimers()
    const button = show()
    fireEvent.click(button, { detail: 1 })
    await vi.advanceTimersByTimeAsync(4_100)
    fireEvent.click(button, { detail: 1 })
    expect(sent).not.toHaveBeenCalled()
  })

  test('a key or a screen reader sends at once', () => {
    fireEvent.click(show(), { detail: 0 })
    expect(sent).toHaveBeenCalledTimes(1)
  })

  test('who chose so, or wants less motion, sends with one press', () => {
    remember('confirmBy', 'tap')
    fireEvent.click(show(), { detail: 1 })
    expect(sent).toHaveBeenCalledTimes(1)
  })
})

test('without a network nothing goes out, and it says so until there is one', () => {
  const button = show()
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  slide(button, 30, 320)
  expect(sent).not.toHaveBeenCalled()
  expect(button).toHaveProperty('disabled', true)
  expect(screen.getByText('没有网络，尚未提交')).toBeTruthy()
  online.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  slide(button, 30, 320)
  expect(sent).toHaveBeenCalledTimes(1)
})
