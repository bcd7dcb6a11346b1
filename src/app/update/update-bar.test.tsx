import { act, fireEvent, screen } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { loadWords } from '../state/locale.ts'
import { showUpdateBar } from './update-bar.tsx'

test('a newer app is offered once more after its bar was closed, and taken by one press', async () => {
  await loadWords('forms')
  const onUpdate = vi.fn()
  act(() => showUpdateBar(onUpdate))
  fireEvent.click(screen.getByLabelText('关闭'))
  expect(screen.queryByRole('status')).toBeNull()
  expect(onUpdate).not.toHaveBeenCalled()
  act(() => showUpdateBar(onUpdate))
  fireEvent.click(screen.getByText('立即更新'))
  expect(onUpdate).toHaveBeenCalledOnce()
})
