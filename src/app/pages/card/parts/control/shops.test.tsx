import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeAll, describe, expect, test } from 'vitest'
import { done, typePin } from '../../../../testing/testing.tsx'
import CardDetail from '../../cardDetail.tsx'
import { rulePath, rules, showing, tryPath } from '../../testing/control.tsx'
import { cardId } from '../../testing/samples.ts'

const show = showing(CardDetail)
beforeAll(() => Promise.all([import('./card-control.tsx'), import('./shops.tsx')]))

const press = async (name: RegExp) => fireEvent.click(await screen.findByRole('switch', { name }))
const gamblingOff = { ...rules, shops: { ...rules.shops, gambling: false } }

describe('kinds of shops that a card pays', () => {
  test('are stopped at once', async () => {
    const sent = await show({ open: 'shops' })
    await press(/烟酒/)
    await screen.findByRole('switch', { name: /烟酒/, checked: false })
    expect(sent.of(tryPath)).toEqual([{ id: cardId, rules: { shops: { alcohol: false } } }])
    expect(sent.of(rulePath)).toContainEqual({ id: cardId, set: { shops: { alcohol: false } } })
  })

  test('are stopped after a yes where that would have stopped something lately', async () => {
    const latest = [{ id: 'one', merchant: 'Steam', amount: '59.99', time: '2026-11-20T10:00:00.000Z' }]
    const answer = done({ purchases: 14, declined: 1, latest })
    const sent = await show({ open: 'shops' }, { [tryPath]: answer })
    await press(/游戏/)
    fireEvent.click(await screen.findByText('仍要保存'))
    await screen.findByRole('switch', { name: /游戏/, checked: false })
    expect(sent.of(rulePath)).toContainEqual({ id: cardId, set: { shops: { games: false } } })
  })

  test('are allowed with the PIN only, and gambling is told to wait before it is typed', async () => {
    const sent = await show({ open: 'shops' }, { [rulePath]: done(gamblingOff) })
    await press(/博彩/)
    await screen.findByText('输入资金密码，重新允许使用')
    expect(screen.getByText(/再等 48 小时，博彩付款才会放开/)).toBeTruthy()
    expect(sent.of(rulePath)).toEqual([{ id: cardId }])
    await typePin()
    await waitFor(() =>
      expect(sent.of(rulePath)).toContainEqual({
        id: cardId,
        set: { shops: { gambling: true } },
        pin: '135790',
      }),
    )
  })

  test('say from when on gambling is let through, and take that back', async () => {
    const waiting = { ...gamblingOff, gamblingFrom: '2099-11-20T10:00:00.000Z' }
    const answer = ({ set }: Record<string, unknown>) => done(set ? gamblingOff : waiting)
    const sent = await show({ open: 'shops' }, { [rulePath]: answer })
    await screen.findByText(/2099年11月20日.*起，这张卡可以在博彩商户付款/)
    fireEvent.click(screen.getByText('撤回，继续拒绝'))
    await waitFor(() => expect(screen.queryByText(/起，这张卡可以在博彩商户付款/)).toBeNull())
    expect(sent.of(rulePath)).toContainEqual({ id: cardId, set: { shops: { gambling: false } } })
  })
})
