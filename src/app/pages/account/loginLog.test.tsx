import { fireEvent, screen } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../testing.tsx'
import LoginLog from './loginLog.tsx'

const row = (number: number) => ({
  id: `01990000-0000-7000-8000-${String(number).padStart(12, '0')}`,
  time: '2026-11-20T10:00:00.000Z',
  device: `Device ${number}`,
  ip: '203.0.113.7',
  method: 'password',
  success: number !== 2,
})
const rows = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => row(from + index))

test('shows attempts too, and loads the rest without a row twice', async () => {
  signedInAs()
  stubApi({
    '/api/customer/loginLog/20/1': done({ list: rows(1, 20), total: 23, page: 1, pageSize: 20 }),
    '/api/customer/loginLog/20/2': done({ list: rows(20, 23), total: 24, page: 2, pageSize: 20 }),
  })
  await renderPage('account', LoginLog)
  expect(await screen.findAllByText(/Device/)).toHaveLength(20)
  expect(screen.getAllByText('失败')).toHaveLength(1)
  fireEvent.click(screen.getByText('加载更多'))
  await screen.findByText(/Device 23$/)
  expect(screen.getAllByText(/Device/)).toHaveLength(23)
  expect(screen.queryByText('加载更多')).toBeNull()
})

test('a first page that does not come can be asked for again', async () => {
  signedInAs()
  stubApi({ '/api/customer/loginLog/20/1': { status: 500, error: 'none', path: '' } })
  await renderPage('account', LoginLog)
  fireEvent.click(await screen.findByText('重试'))
  await screen.findByText('重试')
})
