import { act, fireEvent, screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../../../testing/testing.tsx'
import BillPage from '../../bill.tsx'

const id = '01990000-0000-7000-8000-00000000000a'
const createTime = '2026-11-01T08:00:00.000Z'
const bill = {
  ...{ id, type: 'withdraw', amount: '-20', currency: 'USDT', fee: '0', account: 'wallet', status: 'done' },
  ...{ remark: { network: 'ERC20' }, createTime, cardOutId: null, traceId: id },
}

test('a bill that is pressed says what its row knows while the rest is on its way', async () => {
  signedInAs()
  let answer = (_: object) => {}
  stubApi({
    '/api/customer/userBill/30/1': done({ list: [bill], total: 1, page: 1, pageSize: 30 }),
    '/api/customer/bill/detail': () =>
      new Promise<object>(resolve => {
        answer = resolve
      }),
  })
  await renderPage('wallet', BillPage)
  fireEvent.click((await screen.findByText('−20.00')).closest('button') as HTMLElement)
  const sheet = within(await screen.findByRole('dialog'))
  expect(sheet.getByText('ERC20')).toBeTruthy()
  expect(sheet.queryByText('已提交')).toBeNull()
  const steps = [{ what: 'requested', at: createTime, detail: {} }]
  await act(async () => answer(done({ bill, related: [], steps, next: null, transferId: null })))
  expect(await sheet.findByText('已提交')).toBeTruthy()
})

test('a note is written on a bill, stays typed until it is kept, and is taken away again', async () => {
  signedInAs()
  let kept: string | undefined
  const written: unknown[] = []
  const noted = () => ({ ...bill, ...(kept && { note: kept }) })
  stubApi({
    '/api/customer/userBill/30/1': () => done({ list: [noted()], total: 1, page: 1, pageSize: 30 }),
    '/api/customer/bill/detail': () =>
      done({ bill: noted(), related: [], steps: [], next: null, transferId: null }),
    '/api/customer/bill/note': body => {
      written.push(body)
      kept = (body as { note: string }).note.trim() || undefined
      return done({ note: kept ?? null })
    },
  })
  const page = await renderPage('wallet', BillPage)
  fireEvent.click((await screen.findByText('−20.00')).closest('button') as HTMLElement)
  fireEvent.click(await screen.findByText('添加备注'))
  fireEvent.input(await screen.findByLabelText(/我的备注/), { target: { value: '房租' } })
  page.unmount()

  await renderPage('wallet', BillPage)
  fireEvent.click((await screen.findByText('−20.00')).closest('button') as HTMLElement)
  expect((await screen.findByLabelText<HTMLInputElement>(/我的备注/)).value).toBe('房租')
  fireEvent.submit(screen.getByText('保存').closest('form') as HTMLElement)
  const sheet = within(await screen.findByRole('dialog'))
  fireEvent.click(await sheet.findByText('房租'))
  expect(screen.getAllByText('房租')).toHaveLength(1)
  fireEvent.input(await screen.findByLabelText(/我的备注/), { target: { value: '' } })
  fireEvent.submit(screen.getByText('保存').closest('form') as HTMLElement)
  expect(await screen.findByText('添加备注')).toBeTruthy()
  expect(screen.queryByText('房租')).toBeNull()
  expect(written).toEqual([
    { id, note: '房租' },
    { id, note: '' },
  ])
})

test('its parts stand right below the title of its sheet, or of its page', async () => {
  signedInAs()
  const steps = [{ what: 'requested', at: createTime, detail: {} }]
  stubApi({
    '/api/customer/userBill/30/1': done({ list: [bill], total: 1, page: 1, pageSize: 30 }),
    '/api/customer/bill/detail': done({ bill, related: [], steps, next: null, transferId: null }),
  })
  const { unmount } = await renderPage('wallet', BillPage)
  fireEvent.click((await screen.findByText('−20.00')).closest('button') as HTMLElement)
  expect(await screen.findByRole('heading', { level: 3, name: '进度' })).toBeTruthy()
  unmount()
  await renderPage('wallet', BillPage, { query: { id } })
  expect(await screen.findByRole('heading', { level: 2, name: '进度' })).toBeTruthy()
})

test('no room is kept for sums that are not to come, and nothing is said of them', async () => {
  signedInAs()
  stubApi({
    '/api/customer/userBill/30/1': done({ list: [bill], total: 1, page: 1, pageSize: 30 }),
    '/api/customer/bill/sums': done([]),
  })
  const { unmount } = await renderPage('wallet', BillPage)
  expect(await screen.findByText(/收入与支出不含/)).toBeTruthy()
  expect(document.querySelector('[data-summed]')).toBeTruthy()
  unmount()
  await renderPage('wallet', BillPage, { query: { keyword: '20' } })
  expect(await screen.findByText('−20.00')).toBeTruthy()
  expect(document.querySelector('[data-summed]')).toBeNull()
  expect(screen.queryByText(/收入与支出不含/)).toBeNull()
})
