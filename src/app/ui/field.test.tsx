import { fireEvent, render, screen } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { loadWords, setLanguage } from '../state/locale.ts'
import { Field } from './field.tsx'

test.each([
  ['12,5', '12.5'],
  ['12。5', '12.5'],
  ['１２．５', '12.5'],
  [' 1,234.56 ', '1234.56'],
  ['1,000', '1000'],
  ['1,234,567', '1234567'],
  ['0,123', '0.123'],
  ['1.234,56', '1.234.56'],
  ['0050', '50'],
  ['00.5', '0.5'],
  ['0', '0'],
])('an amount that is typed or pasted as %j is taken for %j', (typed, amount) => {
  const onInput = vi.fn()
  render(<Field label="金额" inputMode="decimal" value="" onInput={onInput} />)
  fireEvent.input(screen.getByLabelText('金额'), { target: { value: typed } })
  expect(onInput).toHaveBeenCalledExactlyOnceWith(amount)
})

test('what shows a password says what a press does, and nothing contrary beside it', async () => {
  await setLanguage('zh-CN')
  await loadWords('forms')
  render(<Field label="登录密码" type="password" value="" onInput={() => {}} />)
  fireEvent.click(screen.getByText('显示'))
  expect(screen.getByText('隐藏').hasAttribute('aria-pressed')).toBe(false)
})

test('what is searched for is cleared by a cross, which comes with the first letter', () => {
  const typed: string[] = []
  const shown = { label: '搜索', type: 'search' as const, onInput: (value: string) => typed.push(value) }
  const { rerender } = render(<Field {...shown} value="" />)
  expect(screen.queryByRole('button')).toBeNull()
  rerender(<Field {...shown} value="USDT" />)
  fireEvent.click(screen.getByRole('button'))
  expect(typed).toEqual([''])
})

test('what a lost focus brings comes once the press is over that took it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const onBlur = vi.fn()
  render(<Field label="邮箱" value="lin@" onInput={() => {}} onBlur={onBlur} />)
  fireEvent.pointerDown(document.body)
  fireEvent.focusOut(screen.getByLabelText('邮箱'))
  vi.advanceTimersByTime(1_000)
  expect(onBlur).not.toHaveBeenCalled()
  fireEvent.pointerUp(document.body)
  vi.advanceTimersByTime(300)
  expect(onBlur).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

describe('what the keyboard is told', () => {
  const told = (names: string[]) => names.map(name => screen.getByLabelText('备注').getAttribute(name))
  const helps = ['autocomplete', 'enterkeyhint', 'autocapitalize', 'autocorrect', 'spellcheck']

  test('of words: to fill in nothing by itself, and that they end with the line', () => {
    render(<Field label="备注" value="" onInput={() => {}} />)
    expect(told(helps)).toEqual(['off', 'done', null, null, null])
  })

  test('of several lines: that they go on', () => {
    render(<Field label="备注" rows={3} value="" onInput={() => {}} />)
    expect(told(helps)).toEqual(['off', null, null, null, null])
  })

  test.each([undefined, 3])('of an address or a hash: to mend nothing', rows => {
    render(<Field label="备注" isCode {...(rows && { rows })} value="" onInput={() => {}} />)
    expect(told(['autocapitalize', 'autocorrect', 'spellcheck'])).toEqual(['none', 'off', 'false'])
  })

  test('what a page knows better', () => {
    render(<Field label="备注" autoComplete="nickname" enterKeyHint="go" value="" onInput={() => {}} />)
    expect(told(helps).slice(0, 2)).toEqual(['nickname', 'go'])
  })
})
