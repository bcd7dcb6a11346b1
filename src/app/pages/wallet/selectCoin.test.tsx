import { fireEvent, screen, within } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { setHideAmounts } from '../../state/locale.ts'
import { followRates } from '../../state/rates.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import SelectCoin from './selectCoin.tsx'
import { coinOf } from './testing/coin-of.ts'

const path = '/api/customer/cryptoCurrency/queryWallet'
const wallet = done([
  coinOf('USDT', '100', { frozen: '30', available: '70', incoming: '5' }),
  coinOf('BTC', '0', { chain: [], networks: [] }),
])

const assets = done([
  coinOf('USDT', '100', { frozen: '30', available: '70', incoming: '5' }),
  coinOf('ETH', '2'),
  coinOf('BTC', '0.1', { chain: [], networks: [] }),
  coinOf('TRX', '90', { chain: [], networks: [] }),
])
const rated = { slaveCurrency: 'USDT', time: new Date().toISOString() }
const rates = done([
  { ...rated, masterCurrency: 'ETH', rate: '3000', state: 'good' },
  { ...rated, masterCurrency: 'BTC', rate: '90000', state: 'suspect' },
])

/** On the row: its words lie inside. */
const press = (words: HTMLElement) => fireEvent.click(words.closest('button') as HTMLElement)

describe('selectCoin', () => {
  test('leads from a coin and its network on, and nowhere from a coin that is not on offer', async () => {
    signedInAs()
    stubApi({ [path]: wallet })
    const { unmount } = await renderPage('wallet', SelectCoin, { query: { for: 'in' } })
    const row = (await screen.findByText('泰达币', { exact: false })).closest('a')
    expect(row?.getAttribute('href')).toBe('#/pages/transferIn/transferIn?coin=USDT&chain=ERC20')
    expect(row?.textContent?.replaceAll('\u00a0', ' ')).toContain('最低 1.00 · 约 36 秒')
    expect(row?.textContent).toContain('5.00')
    expect(row?.textContent).not.toContain('70.00')
    expect(screen.getByText('BTC').closest('a')).toBeNull()
    expect(screen.getByText(/请不要转入这些币种/)).toBeTruthy()
    unmount()
    await renderPage('wallet', SelectCoin, { query: { for: 'out' } })
    const out = (await screen.findByText('泰达币', { exact: false })).closest('a')
    expect(out?.getAttribute('href')).toContain('#/pages/transferOut/transferOut')
    expect(out?.textContent).toContain('70.00可用')
    expect(screen.queryByText(/请不要转入/)).toBeNull()
    expect(out?.textContent).not.toMatch(/100.00|30.00/)
    expect(out?.textContent?.replaceAll('\u00a0', ' ')).toContain('手续费 1.00最低 10.00')
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

  test('without a way is the list of all assets: what is available, held and incoming, and what can be done', async () => {
    signedInAs()
    stubApi({ [path]: assets, '/api/common/exchangeRate': rates })
    const stop = followRates()
    await renderPage('wallet', SelectCoin)
    await screen.findByText('我的资产')
    for (const coin of ['USDT', 'ETH', 'BTC', 'TRX']) expect(await screen.findByText(coin)).toBeTruthy()
    // 100 + 2 × 3000 + 0.1 × 90000; TRX has no rate.
    expect(await screen.findByText('≈ 15,100.00 USDT')).toBeTruthy()
    expect(screen.getByText('TRX 暂无汇率，未计入')).toBeTruthy()
    press(screen.getByText('USDT'))
    const sheet = within(await screen.findByRole('dialog'))
    for (const figure of ['70.00 USDT', '30.00 USDT', '5.00 USDT'])
      expect(sheet.getByText(figure)).toBeTruthy()
    expect(sheet.getByText('充值').getAttribute('href')).toContain('transferIn?coin=USDT&chain=ERC20')
    expect(sheet.getByText('提现').getAttribute('href')).toContain('transferOut?coin=USDT&chain=ERC20')
    expect(sheet.getByText('划转到卡').getAttribute('href')).toBe('#/pages/convertCard/convertCard')
    stop()
  })

  test('offers to convert a coin whose rate is good, and says why not for the others', async () => {
    signedInAs()
    stubApi({ [path]: assets, '/api/common/exchangeRate': rates })
    for (const [coin, href, reason] of [
      ['ETH', '#/pages/convertWallet/convertWallet?coin=ETH', null],
      ['BTC', null, /汇率暂时不可靠/],
      ['TRX', null, /暂无汇率/],
    ] as const) {
      const { unmount } = await renderPage('wallet', SelectCoin, { query: { coin } })
      const sheet = within(await screen.findByRole('dialog'))
      const button = sheet.getByText('兑换成 USDT') as HTMLButtonElement
      expect(button.getAttribute('href')).toBe(href)
      expect(button.disabled ?? false).toBe(href === null)
      if (reason) expect(sheet.getByRole('note').textContent).toMatch(reason)
      expect(sheet.queryByText('充值') === null).toBe(coin !== 'ETH')
      unmount()
    }
  })

  test('hides every amount by the one switch', async () => {
    signedInAs()
    stubApi({ [path]: assets })
    setHideAmounts(true)
    for (const query of [{}, { coin: 'ETH' }, { for: 'in' }] as Record<string, string>[]) {
      const { container, unmount } = await renderPage('wallet', SelectCoin, { query })
      await screen.findAllByText('ETH', { exact: false })
      // What everybody pays and waits is no secret.
      const own = container.textContent?.replace(/最低 [\d.]+/g, '')
      expect(own).not.toMatch(/\d[\d,]*\.\d\d/)
      unmount()
    }
    setHideAmounts(false)
  })
})
