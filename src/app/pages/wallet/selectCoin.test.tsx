import { fireEvent, screen } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { currentRoute } from '../../hash-location.tsx'
import { done, renderPage, signedInAs, stubApi } from '../../testing.tsx'
import SelectCoin from './selectCoin.tsx'

const path = '/api/customer/cryptoCurrency/queryWallet'
const coin = { chain: ['ERC20'], balance: '0', frozen: '0', available: '0', incoming: '0' }
const wallet = done([
  { ...coin, currency: 'USDT', balance: '100', frozen: '30', available: '70', incoming: '5' },
  { ...coin, currency: 'BTC', chain: [] },
])

describe('selectCoin', () => {
  test('leads from a coin and its network on, and nowhere from a coin that is not on offer', async () => {
    signedInAs()
    stubApi({ [path]: wallet })
    const { unmount } = await renderPage('wallet', SelectCoin, { query: { for: 'in' } })
    const row = (await screen.findByText('泰达币', { exact: false })).closest('a')
    expect(row?.getAttribute('href')).toBe('#/pages/transferIn/transferIn?coin=USDT&chain=ERC20')
    expect(row?.textContent).toContain('70.00')
    expect(screen.getByText('BTC').closest('a')).toBeNull()
    unmount()
    await renderPage('wallet', SelectCoin, { query: { for: 'out' } })
    const out = (await screen.findByText('泰达币', { exact: false })).closest('a')
    expect(out?.getAttribute('href')).toContain('#/pages/transferOut/transferOut')
  })

  test('finds a coin by its name in the language of the reader, and says when there is none', async () => {
    signedInAs()
    stubApi({ [path]: wallet })
    await renderPage('wallet', SelectCoin, { query: { for: 'in' } })
    await screen.findByText('BTC')
    const field = screen.getByLabelText('搜索币种或网络')
    fireEvent.input(field, { target: { value: '比特' } })
    expect(screen.queryByText('泰达币', { exact: false })).toBeNull()
    fireEvent.input(field, { target: { value: 'doge' } })
    expect(screen.getByText('没有找到“doge”')).toBeTruthy()
    screen.getByText('清除搜索').click()
    expect(await screen.findByText('泰达币', { exact: false })).toBeTruthy()
  })

  test('goes home when it is not told which way', async () => {
    signedInAs()
    await renderPage('wallet', SelectCoin)
    expect(currentRoute.value).toBe('index')
  })
})
