import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../testing.tsx'
import ConvertCard from './convertCard.tsx'
import { celadon, master, pageOf, sampleCard } from './parts/samples.ts'

const other = { ...sampleCard, id: '01990000-0000-7000-8000-000000000011', last4: '7310', available: '40' }
const closed = { ...sampleCard, id: '01990000-0000-7000-8000-000000000012', last4: '9999', status: 'closed' }

async function show(list: object[], query = {}) {
  stubApi({
    '/api/customer/card/50/1': done(pageOf(list)),
    '/api/common/cardType/1000/1': done(pageOf([celadon])),
    '/api/customer/cryptoCurrency/masterBudgetBalance': done(master),
  })
  await renderPage('card', ConvertCard, { query })
}
const chosen = () => screen.getByLabelText<HTMLSelectElement>('选择卡片或币种').value
const text = () => document.querySelector('main')?.textContent ?? ''

beforeEach(() => signedInAs())

describe('between wallet and card', () => {
  test('begins with the card that was asked for, and the way can be turned round', async () => {
    await show([sampleCard, other], { cardId: other.id })
    await screen.findByText('下一步')
    expect(screen.getByRole('heading', { name: '充值到卡' })).toBeTruthy()
    expect(chosen()).toBe(other.id)
    fireEvent.click(screen.getByRole('button', { name: '交换方向' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: '转入钱包' })).toBeTruthy())
    expect(chosen()).toBe(other.id)
  })

  test('a closed card takes nothing: it is offered once the money comes back from it', async () => {
    await show([closed, sampleCard], { cardId: closed.id })
    await screen.findByText('下一步')
    expect(text()).toContain('4821')
    fireEvent.click(screen.getByRole('button', { name: '交换方向' }))
    await screen.findByRole('heading', { name: '转入钱包' })
    expect(text()).toContain('9999')
  })

  test('without a card one can be opened', async () => {
    await show([])
    expect(await screen.findByText('没有可以划转的卡')).toBeTruthy()
    expect(document.querySelector('main a')?.getAttribute('href')).toBe('#/pages/cardTypeList/cardTypeList')
  })
})
