import { render, screen, waitFor } from '@testing-library/preact'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Page } from './page.tsx'
import { Result } from './seal.tsx'
import { ErrorView } from './states.tsx'

test('the title of a new page is heard, and named by the tab', () => {
  render(<Page title="Bills">rows</Page>)
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Bills' }))
  expect(document.title).toBe('Bills · Glaze')
})

test('the tab says our name once', () => {
  render(<Page title="Glaze">words</Page>)
  expect(document.title).toBe('Glaze')
})

test('what has taken the focus keeps it', () => {
  render(
    <Page title="Search">
      <input aria-label="words" ref={box => box?.focus()} />
    </Page>,
  )
  expect(document.activeElement).toBe(screen.getByLabelText('words'))
})

test('a page that becomes another is heard like a new one, unless the focus is on it', () => {
  const page = (title: string) => (
    <Page title={title}>
      <input aria-label="words" />
    </Page>
  )
  const { rerender } = render(page('Bills'))
  screen.getByLabelText('words').focus()
  rerender(page('Search'))
  expect(document.activeElement).toBe(screen.getByLabelText('words'))
  screen.getByLabelText('words').blur()
  rerender(page('Found'))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Found' }))
})

const titled = (name: string) => screen.getByRole('heading', { level: 1, name })

test('what is tried again leaves the focus to the title, where it has it', async () => {
  const page = (part: 'failed' | 'loading') => (
    <Page title="Bills">
      <input aria-label="words" />
      {part === 'failed' && <ErrorView onRetry={vi.fn()} />}
    </Page>
  )
  const { rerender } = render(page('failed'))
  screen.getByRole('button', { name: '重试' }).focus()
  rerender(page('loading'))
  await waitFor(() => expect(document.activeElement).toBe(titled('Bills')))
  rerender(page('failed'))
  screen.getByLabelText('words').focus()
  rerender(page('loading'))
  expect(document.activeElement).toBe(screen.getByLabelText('words'))
})

test('what is gone with its step leaves the focus to what the next one begins with, else to the title', async () => {
  const page = (step: 'first' | 'form' | 'last') => (
    <Page title="Refund">
      {step === 'first' && <button type="button">Change</button>}
      {step === 'form' && (
        <>
          {/* biome-ignore lint/a11y/noAutofocus: what the step begins with */}
          <h2 tabIndex={-1} autoFocus>
            New words
          </h2>
          <button type="button">Save</button>
        </>
      )}
    </Page>
  )
  const { rerender } = render(page('first'))
  screen.getByRole('button', { name: 'Change' }).focus()
  rerender(page('form'))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'New words' })))
  screen.getByRole('button', { name: 'Save' }).focus()
  rerender(page('last'))
  await waitFor(() => expect(document.activeElement).toBe(titled('Refund')))
})

test('what takes the focus with the next step keeps it, and so does what lies over the page', async () => {
  vi.useFakeTimers()
  const taken: string[] = []
  const note = ({ target }: FocusEvent) => taken.push((target as Element).textContent ?? '')
  document.addEventListener('focusin', note)
  onTestFinished(() => document.removeEventListener('focusin', note))
  const page = (step: 'first' | 'done' | 'sheet') => (
    <Page title="Refund">
      {step === 'first' && <button type="button">Start</button>}
      {step === 'done' && <Result state="done" title="Noted" />}
      <dialog open={step === 'sheet'}>PIN</dialog>
    </Page>
  )
  const { rerender } = render(page('first'))
  screen.getByRole('button', { name: 'Start' }).focus()
  for (const step of ['done', 'sheet'] as const) {
    rerender(page(step))
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(taken).toEqual(['Refund', 'Start', 'Noted'])
})
