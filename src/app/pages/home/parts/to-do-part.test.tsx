import { render, screen, waitFor } from '@testing-library/preact'
import { beforeEach, expect, test, vi } from 'vitest'
import type { UserInfo } from '../../../../contract/account.ts'
import type { Overview } from '../../../overview.ts'

const load = vi.fn()

beforeEach(() => {
  vi.resetModules()
  load.mockReset().mockReturnValue({ ToDo: () => <p>What waits</p> })
  vi.doMock('./to-do.tsx', () => load())
})

/** What a first start draws for a customer; `bones` while it waits. */
async function start({ user = {}, mine = {} }: { user?: Partial<UserInfo>; mine?: object }) {
  const { signedInAs } = await import('../../../testing/testing.tsx')
  const { toDoPart } = await import('./to-do-part.ts')
  signedInAs(user)
  const of = { cards: [{ balance: '0' }], bills: [{ status: 'done' }], ...mine } as unknown as Overview
  render(<Home />)

  function Home() {
    const ToDo = toDoPart(of)
    return <main>{ToDo ? <ToDo of={of} /> : 'bones'}</main>
  }
}

const shown = () => screen.getByRole('main').textContent

test('nobody who has done everything loads the list of what waits', async () => {
  await start({})
  expect(shown()).toBe('')
  expect(load).not.toHaveBeenCalled()
})

test.each([
  ['is not verified', { user: { certified: false } }],
  ['has no PIN', { user: { pinSet: false } }],
  ['has no card', { mine: { cards: [] } }],
  ['has no bills', { mine: { bills: [] } }],
  ['cannot withdraw yet', { user: { holdSeconds: 60 } }],
  ['is about to be deleted', { user: { deleteAt: '2026-12-05T08:00:00.000Z' } }],
  ['owes on a card', { mine: { cards: [{ balance: '5' }, { balance: '-0.01' }] } }],
  ['was declined', { mine: { bills: [{ status: 'done' }, { status: 'declined' }] } }],
])('a customer who %s sees it once it is there, and nothing in its place before', async (_who, given) => {
  await start(given)
  expect(shown()).toBe('bones')
  await waitFor(() => expect(shown()).toBe('What waits'))
})

test('a list that does not come leaves the rest of Home as it is', async () => {
  load.mockImplementation(() => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  await start({ user: { pinSet: false } })
  await waitFor(() => expect(shown()).toBe(''))
})
