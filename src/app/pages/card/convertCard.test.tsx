import { fireEvent, screen, waitFor, within } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import ConvertCard from './convertCard.tsx'
import { celadon, master, pageOf, sampleCard } from './testing/samples.ts'

const other = { ...sampleCard, id: '01990000-0000-7000-8000-000000000011', last4: '7310', available: '40' }
const closed = { ...sampleCard, id: '01990000-0000-7000-8000-000000000012', last4: '9999', status: 'closed' }

const path = '/api/customer/cryptoCurrency/convertToCardBalance'
const frozen = { code: 1409, key: 'card_frozen', msg: '', data: null }

async function show(list: object[], query = {}) {
  stubApi({
    [path]: frozen,
    '/api/customer/card/50/1': done(pageOf(list)),
    '/api/common/cardType/1000/1': done(pageOf([celadon])),
    '/api/customer/cryptoCurrency/masterBudgetBalance': done(master),
  })
  await renderPage('card', ConvertCard, { query })
}
const chosen = () => screen.getByLabelText<HTMLSelectElement>('选择卡片或币种').value
const turnRound = () => fireEvent.click(screen.getByRole('button', { name: '交换方向' }))

/** Recharges with 100 from the wallet, which is refused. */
async function beRefused() {
  fireEvent.click(await screen.findByRole('button', { name: '100' }))
  fireEvent.click(screen.getByText('下一步'))
  fireEvent.click(await screen.findByText('输入资金密码'))
  const dialog = within(await screen.findByRole('dialog', { hidden: true }))
  for (const key of '135790') {
    fireEvent.click(await dialog.findByRole('button', { name: key }))
    await new Promise(resolve => setTimeout(resolve))
  }
  fireEvent.submit(document.querySelector('dialog form') as HTMLFormElement)
  await screen.findByText(/已被冻结/)
}

const text = () => document.querySelector('main')?.textContent ?? ''

beforeEach(() => signedInAs())

describe('between wallet and card', () => {
  test('begins with the card that was asked for, and the way can be turned round', async () => {
    await show([sampleCard, other], { cardId: other.id })
    await screen.findByText('下一步')
    expect(screen.getByRole('heading', { name: '充值到卡' })).toBeTruthy()
    expect(chosen()).toBe(other.id)
    turnRound()
    await waitFor(() => expect(screen.getByRole('heading', { name: '转入钱包' })).toBeTruthy())
    expect(chosen()).toBe(other.id)
  })

  test('goes on with Enter as with its button, once there is an amount to go on with', async () => {
    await show([sampleCard, other])
    await screen.findByText('下一步')
    const press = (key: string) => fireEvent.keyDown(document.body, { key })
    press('5')
    press('Enter')
    expect(screen.queryByRole('dialog', { hidden: true })).toBeNull()
    press('0')
    await waitFor(() => expect(document.querySelector('.figure')?.textContent).toBe('50USDT'))
    press('Enter')
    await screen.findByRole('dialog', { hidden: true, name: '确认信息' })
  })

  test('what comes back from a card is told to be free before it is confirmed', async () => {
    await show([sampleCard, other])
    await screen.findByText('下一步')
    turnRound()
    await screen.findByRole('heading', { name: '转入钱包' })
    fireEvent.keyDown(document.body, { key: '5' })
    await waitFor(() => expect(document.querySelector('.figure')?.textContent).toBe('5USD'))
    fireEvent.keyDown(document.body, { key: 'Enter' })
    const review = await screen.findByRole('dialog', { hidden: true, name: '确认信息' })
    expect(review.textContent).toContain('手续费免费')
  })

  test('a no to one card is not said of another one, nor of the other way', async () => {
    await show([sampleCard, other])
    await beRefused()
    const chooser = screen.getByLabelText<HTMLSelectElement>('选择卡片或币种')
    chooser.value = other.id
    chooser.dispatchEvent(new Event('change', { bubbles: true }))
    await waitFor(() => expect(screen.queryByText(/已被冻结/)).toBeNull())
    await beRefused()
    turnRound()
    await screen.findByRole('heading', { name: '转入钱包' })
    expect(screen.queryByText(/已被冻结/)).toBeNull()
  })

  test('a sum goes along when the way is turned round, and is not left behind', async () => {
    await show([sampleCard])
    fireEvent.click(await screen.findByRole('button', { name: '100' }))
    await waitFor(() => expect(localStorage.getItem('drafts')).toContain('move toCard'))
    turnRound()
    await waitFor(() => expect(localStorage.getItem('drafts')).toContain('move toWallet'))
    expect(localStorage.getItem('drafts')).not.toContain('move toCard')
  })

  test('a closed card takes nothing: it is offered once the money comes back from it', async () => {
    await show([closed, sampleCard], { cardId: closed.id })
    await screen.findByText('下一步')
    expect(text()).toContain('4821')
    turnRound()
    await screen.findByRole('heading', { name: '转入钱包' })
    expect(text()).toContain('9999')
  })

  test('without a card one can be opened', async () => {
    await show([])
    expect(await screen.findByText('没有可以划转的卡')).toBeTruthy()
    expect(document.querySelector('main a')?.getAttribute('href')).toBe('#/pages/cardTypeList/cardTypeList')
  })
})
