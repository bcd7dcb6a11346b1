import { render, screen } from '@testing-library/preact'
import { render as draw } from 'preact'
import { expect, test, vi } from 'vitest'
import { later } from './later.tsx'

test('a part that is here already is there at once, and is not asked for again', async () => {
  const load = vi.fn(async () => ({ text }: { text: string }) => <p>{text}</p>)
  const Part = later(load, 60)
  const { container, unmount } = render(<Part text="first" />)
  expect(container.querySelector<HTMLElement>('[aria-busy]')?.style.height).toBe('60px')
  await screen.findByText('first')
  unmount()
  render(<Part text="second" />)
  expect(screen.getByText('second')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)
})

test('a part that another one brings between the drawing of this and its first effect is shown', async () => {
  const Part = later(async () => ({ text }: { text: string }) => <p>{text}</p>)
  const host = document.body.appendChild(document.createElement('div'))
  render(<Part text="first" />)
  draw(<Part text="second" />, host)
  expect(await screen.findByText('first')).toBeTruthy()
  expect(await screen.findByText('second')).toBeTruthy()
  draw(null, host)
  host.remove()
})
