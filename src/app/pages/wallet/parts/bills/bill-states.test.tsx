import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { go } from '../../../../routing/hash-location.tsx'
import { done, renderPage, signedInAs, stubApi } from '../../../../testing/testing.tsx'
import BillPage from '../../bill.tsx'

const path = '/api/customer/userBill/30/1'
const nothing = done({ list: [], total: 0, page: 1, pageSize: 30 })

test('the search looks for one state at a time, without sums, and for none that there is not', async () => {
  signedInAs()
  const sent = stubApi({ [path]: nothing })
  const page = await renderPage('wallet', BillPage, { query: { status: 'pending' } })
  const chip = await screen.findByRole('button', { name: '处理中' })
  expect(chip.getAttribute('aria-pressed')).toBe('true')
  expect(document.activeElement?.tagName).not.toBe('INPUT')
  await screen.findByText('没有符合条件的账单')
  expect(sent.map(({ path }) => path)).not.toContain('/api/customer/bill/sums')
  expect(sent.find(call => call.path === path)?.body).toMatchObject({ status: 'pending' })
  page.unmount()
  sent.length = 0
  await renderPage('wallet', BillPage, { query: { status: 'lost' } })
  await waitFor(() => expect(sent.some(call => call.path === path)).toBe(true))
  expect(sent.find(call => call.path === path)?.body).not.toHaveProperty('status')
  expect(screen.queryByRole('button', { name: '处理中' })).toBeNull()
})

test('a state is chosen beside the words, and goes with the search', async () => {
  signedInAs()
  stubApi({ [path]: nothing })
  go('bill', { type: 'withdraw' }, { replace: true })
  await renderPage('wallet', BillPage, { query: { type: 'withdraw' } })
  fireEvent.click(await screen.findByRole('button', { name: '搜索账单' }))
  await waitFor(() => expect(document.activeElement?.tagName).toBe('INPUT'))
  fireEvent.click(await screen.findByRole('button', { name: '失败' }))
  await waitFor(() => expect(location.hash).toContain('type=withdraw&status=failed'))
  fireEvent.click(screen.getByRole('button', { name: '已撤销或取消' }))
  await waitFor(() => expect(location.hash).toContain('type=withdraw&status=reversed'))
})
