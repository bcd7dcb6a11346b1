import { act, fireEvent, render, screen } from '@testing-library/preact'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadWords } from '../state/locale.ts'
import { WordSearch } from './word-search.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const rest = () => act(() => void vi.advanceTimersByTime(400))
const field = () => screen.getByRole('searchbox') as HTMLInputElement
const type = (value: string) => fireEvent.input(field(), { target: { value } })

/** As on the page: what is asked for is the word that is searched from then on. */
function Searched() {
  const [keyword, search] = useState('')
  return (
    <>
      <WordSearch label="Search" placeholder="" keyword={keyword} onSearch={search} />
      <button type="button" onClick={() => search('')}>{`“${keyword}”`}</button>
    </>
  )
}

test('a rest between two words takes nothing from what was typed', async () => {
  await loadWords('forms')
  render(<Searched />)
  type('coffee ')
  await rest()
  expect(screen.getByText('“coffee”')).toBeTruthy()
  expect(field().value).toBe('coffee ')
})

test('what is cleared elsewhere is cleared here', async () => {
  await loadWords('forms')
  render(<Searched />)
  type('coffee')
  await rest()
  fireEvent.click(screen.getByText('“coffee”'))
  await rest()
  expect(field().value).toBe('')
})
