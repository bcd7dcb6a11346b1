import { fireEvent, screen, within } from '@testing-library/preact'
import { expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../testing.tsx'
import CardTypeList from './cardTypeList.tsx'
import { celadon, pageOf } from './parts/samples.ts'

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
  fireEvent.input(field, { target: { value: '3000' } })
  expect(cheapest().getByRole('rowheader').textContent).not.toMatch(/青瓷|Celadon/)
  fireEvent.input(field, { target: { value: 'a lot' } })
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test('a kind that is not offered now is shown as such and leads nowhere', async () => {
  signedInAs()
  const kinds = [celadon, { ...costly, status: 'disable' }]
  stubApi({ '/api/common/cardType/1000/1': done(pageOf(kinds)) })
  await renderPage('card', CardTypeList)
  const mark = await screen.findByText('暂停办理')
  expect(mark.closest('a')).toBeNull()
  expect(document.querySelector('a[href*="cardTypeId=celadon"]')).not.toBeNull()
  expect(document.querySelector('a[href*="cardTypeId=cobalt"]')).toBeNull()
})
