import { screen } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../testing.tsx'
import { cardId, sampleCard } from './parts/samples.ts'
import RechargeCard from './rechargeCard.tsx'

const address = '0x5290830B7f3Bd9A2CeF49E4e6B0a1B0d2C3e69Fd'
const arrival = { txId: '0xaa', amount: '50', currency: 'USDT', confirms: 3, required: 3, billId: null }

async function show(list: object[], language: 'zh-CN' | 'en-US' = 'zh-CN') {
  signedInAs()
  stubApi({
    '/api/customer/card/detail': done(sampleCard),
    '/api/customer/cryptoCurrency/queryWallet': done([{ currency: 'USDT', chain: ['ERC20'] }]),
    '/api/customer/cryptoCurrency/queryTransferIn': done({
      address,
      qr: address,
      memo: null,
      min: '1',
      waiting: '0',
      confirmations: 3,
      expectedSeconds: 36,
      list: list.map(each => ({ ...arrival, time: '2026-11-20T08:00:00.000Z', ...each })),
    }),
  })
  await renderPage('card', RechargeCard, { query: { cardId }, language })
  await screen.findByText(address)
}

describe('recharging a card on chain', () => {
  test('shows the whole address, the network it is for, and how far a payment is', async () => {
    await show([{ status: 'confirming', confirms: 1 }])
    expect(screen.getByText(/只接收 ERC20 网络的 USDT/)).toBeTruthy()
    expect(screen.getByText('已确认 1 / 3')).toBeTruthy()
  })

  test.each([
    ['zh-CN', /会自动重新确认/],
    ['en-US', /confirmed again by itself/],
  ] as const)(
    'what the chain undid may come back by itself: nobody is told to pay again, in %s',
    async (language, words) => {
      await show([{ status: 'orphaned' }], language)
      expect(screen.getByText(words)).toBeTruthy()
      expect(screen.queryByText(/仍在转出方|with the sender/)).toBeNull()
    },
  )
})
