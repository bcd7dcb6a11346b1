import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeAll, describe, expect, test } from 'vitest'
import { done, typePin } from '../../../../testing/testing.tsx'
import CardDetail from '../../cardDetail.tsx'
import { rulePath, showing, tryPath } from '../../testing/control.tsx'
import { cardId } from '../../testing/samples.ts'

const show = showing(CardDetail)
beforeAll(() => import('./card-control.tsx'))

describe('where a card may be used', () => {
  test('can be narrowed to countries, which are asked for again when they did not come', async () => {
    const countries = '/api/common/address/selectCountry'
    const sent = await show({ open: 'rules' }, { [countries]: { status: 500 } })
    await screen.findByText(/没有加载成功/)
    fireEvent.click(screen.getByText('重试'))
    await waitFor(() => expect(sent.of(countries)).toHaveLength(2))
  })

  test('is narrowed at once', async () => {
    const sent = await show({ open: 'rules' })
    fireEvent.click(await screen.findByRole('switch', { name: /网上支付/ }))
    await waitFor(() =>
      expect(screen.getByRole('switch', { name: /网上支付/ }).getAttribute('aria-checked')).toBe('false'),
    )
    expect(sent.of(rulePath)).toContainEqual({ id: cardId, set: { online: false } })
  })

  test('is narrowed after a yes where that would have stopped something lately', async () => {
    const missed = { merchant: 'Steam', amount: '59.99', reason: 'channel_online' }
    const latest = [{ id: 'one', time: '2026-11-20T10:00:00.000Z', ...missed }]
    const answer = done({ purchases: 14, declined: 2, latest })
    const sent = await show({ open: 'rules' }, { [tryPath]: answer })
    const press = async () => fireEvent.click(await screen.findByRole('switch', { name: /网上支付/ }))
    await press()
    expect(await screen.findByText('过去 30 天的 14 笔消费中，2 笔会被拒绝')).toBeTruthy()
    expect((await screen.findByText('Steam')).closest('li')?.textContent).toContain('$59.99')
    expect(screen.getByText('还有 1 笔')).toBeTruthy()
    expect(sent.of(tryPath)).toEqual([{ id: cardId, rules: { online: false } }])
    fireEvent.click(screen.getByText('返回'))
    await press()
    expect(sent.of(rulePath)).toEqual([{ id: cardId }])
    fireEvent.click(await screen.findByText('仍要保存'))
    const online = await screen.findByRole('switch', { name: /网上支付/, checked: false })
    expect(online).toBeTruthy()
    expect(sent.of(rulePath)).toContainEqual({ id: cardId, set: { online: false } })
  })

  test('is narrowed at once where what it would have stopped is not known', async () => {
    const sent = await show({ open: 'rules' }, { [tryPath]: { status: 503 } })
    fireEvent.click(await screen.findByRole('switch', { name: /网上支付/ }))
    await screen.findByRole('switch', { name: /网上支付/, checked: false })
    expect(sent.of(rulePath)).toContainEqual({ id: cardId, set: { online: false } })
  })

  test('is widened with the PIN only', async () => {
    const sent = await show({ open: 'rules' })
    fireEvent.click(await screen.findByRole('switch', { name: /ATM/ }))
    await screen.findByText('输入资金密码，重新允许使用')
    expect(sent.of(rulePath)).toEqual([{ id: cardId }])
    await typePin()
    await waitFor(() =>
      expect(sent.of(rulePath)).toContainEqual({ id: cardId, set: { atm: true }, pin: '135790' }),
    )
  })

  test('can be once at a time, which is free, and more often with the PIN only', async () => {
    const sent = await show({ open: 'rules' })
    fireEvent.click(await screen.findByRole('switch', { name: /用一次就冻结/ }))
    fireEvent.click(await screen.findByRole('switch', { name: /用一次就冻结/, checked: true }))
    await screen.findByText('输入资金密码，重新允许使用')
    expect(sent.of(rulePath).slice(1)).toEqual([{ id: cardId, set: { isSingleUse: true } }])
  })

  test('is held to the countries that were chosen, and taking the last one away asks for the PIN', async () => {
    const sent = await show({ open: 'rules' })
    const choice = (await screen.findByLabelText('限定国家或地区')) as HTMLSelectElement
    choice.value = 'JP'
    choice.dispatchEvent(new Event('change', { bubbles: true }))
    fireEvent.click(await screen.findByRole('button', { name: /移除.*日本/ }))
    await screen.findByText('输入资金密码，重新允许使用')
    expect(sent.of(rulePath).slice(1)).toEqual([{ id: cardId, set: { countries: ['JP'] } }])
  })
})
