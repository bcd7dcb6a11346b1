import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { expect, test, vi } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import CardTypeList from './cardTypeList.tsx'
import { home } from './testing/apply-samples.ts'
import { celadon, pageOf } from './testing/samples.ts'

const costly = {
  ...celadon,
  id: 'cobalt',
  name: 'Cobalt',
  openFee: '50',
  rechargeFee: '0.2',
  consumeFee: '0',
}

async function show() {
  signedInAs()
  stubApi({ '/api/common/cardType/1000/1': done(pageOf([celadon, costly])) })
  await renderPage('card', CardTypeList)
  await screen.findByText('按您的习惯算一算')
}

const cheapest = () => within(screen.getByText('最省').closest('tr') as HTMLElement)

test('the cheapest kind follows what somebody says of their spending', async () => {
  await show()
  const field = screen.getByLabelText('每月消费')
  fireEvent.input(field, { target: { value: '10' } })
  expect(cheapest().getByRole('rowheader').textContent).toMatch(/青瓷|Celadon/)
  // Heard as one sentence, not as every figure of the table.
  expect(screen.getByRole('status').textContent).toMatch(/^最省的是青瓷，首年 [\d.]+\sUSDT$/)
  expect(screen.getByText('最省').closest('[aria-live]')).toBeNull()
  fireEvent.input(field, { target: { value: '3000' } })
  expect(cheapest().getByRole('rowheader').textContent).not.toMatch(/青瓷|Celadon/)
  fireEvent.input(field, { target: { value: 'a lot' } })
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('a phone that names its language in a way of its own sees what cards cost', async () => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue('en-US@posix')
  await show()
  expect(cheapest().getByRole('rowheader')).toBeTruthy()
  vi.restoreAllMocks()
})

test('of a physical kind mailing and the virtual card it comes from are compared, and are in what habits cost', async () => {
  signedInAs()
  const physical = {
    ...celadon,
    id: 'celadon-physical',
    name: 'Celadon Physical',
    type: 'physical',
    openFee: '15',
  }
  const address = { ...home, country: 'SG' }
  const mailing: unknown[] = []
  stubApi({
    '/api/common/cardType/1000/1': done(pageOf([celadon, physical])),
    '/api/customer/address/list/20/1': done(pageOf([address])),
    '/api/customer/card/100/1': done({ ...pageOf([]), openings: [] }),
    '/api/common/address/getMailingCost': input => {
      mailing.push(input.country)
      return done({ cost: '20', days: [3, 7], carrier: 'DHL' })
    },
  })
  await renderPage('card', CardTypeList)
  const row = (await screen.findByText('邮寄到新加坡')).closest('tr') as HTMLElement
  const cells = (line: HTMLElement) =>
    within(line)
      .getAllByRole('cell')
      .map(cell => cell.textContent)
  await waitFor(() => expect(cells(row)).toEqual(['—', '20']))
  expect(mailing).toEqual(['SG'])
  expect(cells(screen.getByText('先开虚拟卡').closest('tr') as HTMLElement)).toEqual(['—', '5'])
  expect(cells(screen.getByText('适用').closest('tr') as HTMLElement)).toEqual([
    '网上、应用和订阅',
    '网上、门店和取现',
  ])
  fireEvent.input(screen.getByLabelText('每月消费'), { target: { value: '0' } })
  const [, costs] = [...document.querySelectorAll('table')]
  expect(
    [...(costs as Element).querySelectorAll('tbody tr')].map(line => cells(line as HTMLElement)[0]),
  ).toEqual(['5.00', '40.00'])
})

test('a fee below a cent keeps its point', async () => {
  stubApi({ '/api/common/cardType/1000/1': done(pageOf([celadon, { ...costly, openFee: '0.005' }])) })
  await renderPage('card', CardTypeList)
  expect(await screen.findByText('开卡 0.005 USDT')).toBeTruthy()
  expect(screen.getByText('充值 0.2%')).toBeTruthy()
  expect(screen.getByText('开卡 5 USDT')).toBeTruthy()
})

test('asks for the kinds on offer alone, and recommends the first', async () => {
  signedInAs()
  const sent = stubApi({ '/api/common/cardType/1000/1': done(pageOf([celadon, costly])) })
  await renderPage('card', CardTypeList)
  expect((await screen.findAllByText('推荐')).map(mark => mark.closest('a')?.getAttribute('href'))).toEqual([
    '#/pages/openCard/openCard?cardTypeId=celadon',
  ])
  expect(sent[0]).toMatchObject({ path: '/api/common/cardType/1000/1', body: { status: 'enable' } })
})
