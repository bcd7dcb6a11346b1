import { cleanup, fireEvent, screen } from '@testing-library/preact'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import LoginLog from '../pages/account/loginLog.tsx'
import { go } from '../routing/hash-location.tsx'
import { done, renderPage, signedInAs, stubApi } from '../testing/testing.tsx'
import { keepHere, keptHere } from './kept-here.ts'

const first = '/api/customer/loginLog/20/1'
const second = '/api/customer/loginLog/20/2'

const row = (number: number) => ({
  id: `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  time: '2026-11-20T10:00:00.000Z',
  device: `Device ${number}`,
  ip: '203.0.113.7',
  method: 'password',
  success: true,
})
const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => row(from + index))
const page = (list: object[]) => done({ list, total: 30, page: 1, pageSize: 20 })

beforeEach(() => signedInAs())

describe('what a page has read', () => {
  test('is not there where one has not been', () => {
    keepHere('list', [1])
    go('safeCenter')
    expect(keptHere('list')).toBeUndefined()
  })

  test('is nothing to another customer', () => {
    keepHere('list', [1])
    signedInAs({ id: 'another' })
    expect(keptHere('list')).toBeUndefined()
    signedInAs()
    expect(keptHere('list')).toBeUndefined()
  })

  test('gives way when much else was kept', () => {
    keepHere('first', 1)
    for (let index = 0; index < 40; index += 1) keepHere(`list ${index}`, index)
    expect(keptHere('first')).toBeUndefined()
    expect(keptHere('list 39')).toBe(39)
  })
})

describe('a list that was read further', () => {
  async function readOn() {
    stubApi({ [first]: page(rows(1, 20)), [second]: page(rows(21, 30)) })
    await renderPage('account', LoginLog)
    fireEvent.click(await screen.findByText('加载更多'))
    await screen.findByText('Device 30')
    cleanup()
    // From here on the network says nothing in time.
    vi.stubGlobal('fetch', () => new Promise(() => {}))
  }

  test('begins anew on another visit', async () => {
    await readOn()
    go('loginLog')
    await renderPage('account', LoginLog)
    expect(screen.queryByText('Device 1')).toBeNull()
  })

  test('is as long as it was on the way back, before anybody answers', async () => {
    await readOn()
    await renderPage('account', LoginLog)
    expect(screen.getAllByText(/Device/)).toHaveLength(30)
    expect(screen.queryByText('加载更多')).toBeNull()
  })
})
