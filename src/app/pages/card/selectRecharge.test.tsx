import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import { currentUrl } from '../../routing/hash-location.tsx'
import { depositTerms } from '../../testing/deposit-terms.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import SelectRecharge from './selectRecharge.tsx'
import { cardId, celadon, master, sampleCard } from './testing/samples.ts'

const base = '/api/customer/cryptoCurrency/'
const transferIn = { ...depositTerms, min: '2', max: '8000', confirmations: 12, expectedSeconds: 180 }
const coin = { currency: 'USDT', chain: ['ERC20'] }
const answers = {
  '/api/customer/card/detail': done(sampleCard) as object,
  '/api/common/getCardType': done(celadon),
  [`${base}masterBudgetBalance`]: done(master),
  [`${base}queryWallet`]: done([coin]),
  [`${base}queryTransferIn`]: done(transferIn),
}

beforeEach(() => signedInAs())

describe('the ways to recharge a card', () => {
  test('stand side by side with fee, least amount and how long they take', async () => {
    stubApi(answers)
    await renderPage('card', SelectRecharge, { query: { cardId } })
    const way = async (name: string) => (await screen.findByText(name)).closest('section')?.textContent
    await waitFor(async () =>
      expect(await way('用钱包余额')).toMatch(/立即.*1%.*10\.00\sUSDT.*10,000\.00\sUSDT.*412\.75/),
    )
    await waitFor(async () =>
      expect(await way('链上充卡')).toMatch(
        /USDT\s·\sERC20.*只付转出方网络费.*3\s分钟.*2\.00\sUSDT.*8,000\.00\sUSDT/,
      ),
    )
    expect(screen.getByText('用钱包充值').getAttribute('href')).toBe(
      `#/pages/rechargeCard2/rechargeCard2?cardId=${cardId}`,
    )
    expect(screen.getByText('获取充值地址').getAttribute('href')).toBe(
      `#/pages/rechargeCard/rechargeCard?cardId=${cardId}`,
    )
  })

  test.each([
    ['10', true],
    [null, false],
  ])('say what stays in the wallet while there was no recharge yet: %s', async (firstKeep, isSaid) => {
    stubApi({ ...answers, [`${base}masterBudgetBalance`]: done({ ...master, firstKeep }) })
    await renderPage('card', SelectRecharge, { query: { cardId } })
    await waitFor(() => expect(document.body.textContent).toContain('412.75'))
    expect(screen.queryByText('首次从钱包充值需在钱包保留 10.00 USDT。') !== null).toBe(isSaid)
  })

  const bones = (section: Element | null | undefined) => section?.querySelectorAll('.bone').length

  test('a card that takes nothing on chain says so where its terms would stand', async () => {
    stubApi({
      ...answers,
      [`${base}queryTransferIn`]: { code: 1409, key: 'card_frozen', msg: '', data: null },
    })
    await renderPage('card', SelectRecharge, { query: { cardId } })
    const told = await screen.findByRole('alert')
    expect(told.textContent).toContain('已冻结')
    expect(bones(told.closest('section'))).toBe(0)
  })

  test('terms that were not loaded are asked for again', async () => {
    let answer: object = { status: 504 }
    stubApi({ ...answers, [`${base}queryTransferIn`]: () => answer })
    await renderPage('card', SelectRecharge, { query: { cardId } })
    const retry = await screen.findByText('重试')
    answer = done(transferIn)
    fireEvent.click(retry)
    await screen.findByText('8,000.00 USDT')
    expect(screen.queryByText('重试')).toBeNull()
  })

  test('what cannot be known is no bone for ever', async () => {
    stubApi({
      ...answers,
      '/api/common/getCardType': { status: 504 },
      [`${base}queryWallet`]: { status: 504 },
    })
    await renderPage('card', SelectRecharge, { query: { cardId } })
    const section = async (name: string) => (await screen.findByText(name)).closest('section')
    await waitFor(async () => expect(bones(await section('链上充卡'))).toBe(0))
    await waitFor(async () => expect(bones(await section('用钱包余额'))).toBe(0))
  })

  test('a card that is not there can be asked for again', async () => {
    stubApi({ ...answers, '/api/customer/card/detail': { status: 504 } })
    await renderPage('card', SelectRecharge, { query: { cardId } })
    expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
    expect(screen.queryByText('用钱包充值')).toBeNull()
  })
})

test('without a card they lead to the cards', async () => {
  await renderPage('card', SelectRecharge)
  await waitFor(() => expect(currentUrl.value).toBe('/pages/cardList/cardList'))
})
