import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeAll, describe, expect, test } from 'vitest'
import { done, typePin } from '../../../../testing/testing.tsx'
import CardDetail from '../../cardDetail.tsx'
import { tryPath } from '../../testing/control.tsx'
import { openedSheet } from '../../testing/opened-sheet.ts'
import { cardId } from '../../testing/samples.ts'

const path = '/api/customer/card/merchants'
const merchant = { mcc: '4899', isStopped: false, last: null, regular: null }
const video = { ...merchant, merchant: 'Kiln Video', cap: { amount: '20', used: '12' } }
const tea = { ...merchant, merchant: 'Tea Box', cap: null }
const some = { list: [video, tea], isOnlyThese: false, expected: '0', available: '100' }

beforeAll(() =>
  Promise.all([import('./card-control.tsx'), import('./merchants.tsx'), import('./hindsight.tsx')]),
)

type Answer = object | ((sent: Record<string, unknown>) => object)
const show = (answer: Answer, others: Record<string, Answer> = {}) =>
  openedSheet({ Page: CardDetail, sheet: 'merchants', path, answer, others })
const type = async (label: string, value: string) => {
  const field = (await screen.findByLabelText(label)) as HTMLInputElement
  fireEvent.input(field, { target: { value } })
}
const capSheet = async () => fireEvent.click(await screen.findByText('单个商户的 30 天上限'))
const save = () => fireEvent.click(screen.getByText('保存'))

describe('the only merchants that may charge a card', () => {
  test('are those of now at once, and everybody again with the PIN', async () => {
    const sent = await show(({ set }) =>
      done({ ...some, isOnlyThese: (set as { isOnlyThese?: boolean } | undefined)?.isOnlyThese ?? false }),
    )
    fireEvent.click(await screen.findByRole('switch', { name: /只允许这些商户/ }))
    fireEvent.click(await screen.findByRole('switch', { name: /只允许这些商户/, checked: true }))
    await screen.findByText('输入资金密码，允许其他商户扣款')
    await typePin()
    await waitFor(() =>
      expect(sent.of().slice(1)).toEqual([
        { id: cardId, set: { isOnlyThese: true } },
        { id: cardId, set: { isOnlyThese: false }, pin: '135790' },
      ]),
    )
  })

  test('are looked back on first where they would have stopped something', async () => {
    const cash = {
      ...{ id: cardId, merchant: 'Bank of Glaze', amount: '40' },
      ...{ time: '2026-11-20T10:00:00.000Z', reason: 'merchant_not_listed' },
    }
    const tried: object[] = []
    const sent = await show(({ set }) => done({ ...some, isOnlyThese: set !== undefined }), {
      [tryPath]: body => {
        tried.push(body)
        return done({ purchases: 8, declined: 1, latest: [cash] })
      },
    })
    fireEvent.click(await screen.findByRole('switch', { name: /只允许这些商户/ }))
    await screen.findByText('过去 30 天的 8 笔消费中，1 笔会被拒绝')
    await screen.findByText('Bank of Glaze')
    expect([tried, sent.of()]).toEqual([[{ id: cardId, merchants: { isOnlyThese: true } }], [{ id: cardId }]])
    fireEvent.click(screen.getByText('仍要保存'))
    await screen.findByRole('switch', { name: /只允许这些商户/, checked: true })
    expect(sent.of()[1]).toEqual({ id: cardId, set: { isOnlyThese: true } })
  })

  test('can be nobody, and that can be lifted', async () => {
    await show(done({ ...some, list: [], isOnlyThese: true }))
    await screen.findByRole('switch', { name: /只允许这些商户/, checked: true })
    expect(screen.queryByText('单个商户的 30 天上限')).toBeNull()
  })
})

describe('the cap of a merchant', () => {
  test('stands at its row, is lowered freely, and raised or taken away with the PIN', async () => {
    const sent = await show(done(some))
    const row = await screen.findByRole('switch', { name: /Kiln Video/ })
    expect(row.textContent).toContain('30 天内 $12.00 / $20.00')
    await capSheet()
    await type('30 天最多（USD）', '15')
    save()
    await waitFor(() =>
      expect(sent.of()).toContainEqual({ id: cardId, set: { merchant: 'Kiln Video', cap: '15' } }),
    )
    await capSheet()
    await type('30 天最多（USD）', '20.01')
    save()
    await screen.findByText('输入资金密码，放宽这家商户的上限')
    expect(sent.of()).toHaveLength(2)
    await typePin()
    await waitFor(() =>
      expect(sent.of()[2]).toEqual({
        id: cardId,
        set: { merchant: 'Kiln Video', cap: '20.01' },
        pin: '135790',
      }),
    )
    await capSheet()
    fireEvent.click(await screen.findByText('取消上限'))
    await screen.findByText('输入资金密码，放宽这家商户的上限')
  })

  test('is looked back on first where it would have stopped something', async () => {
    const tried: object[] = []
    const sent = await show(done(some), {
      [tryPath]: body => {
        tried.push(body)
        return done({ purchases: 8, declined: 2, latest: [] })
      },
    })
    await capSheet()
    await type('30 天最多（USD）', '9')
    save()
    await screen.findByText('过去 30 天的 8 笔消费中，2 笔会被拒绝')
    expect(tried).toEqual([{ id: cardId, merchants: { merchant: 'Kiln Video', cap: '9' } }])
    fireEvent.click(screen.getByText('返回'))
    await screen.findByLabelText('30 天最多（USD）')
    expect(sent.of()).toEqual([{ id: cardId }])
  })

  test('of another one begins empty, and what is out of range is told', async () => {
    const no = { code: 1404, msg: '', key: 'amount_out_of_range', data: { min: '1', max: '100000' } }
    const sent = await show(({ set }) => (set ? no : done(some)))
    await capSheet()
    const choice = (await screen.findByLabelText('商户')) as HTMLSelectElement
    choice.value = 'Tea Box'
    choice.dispatchEvent(new Event('change', { bubbles: true }))
    await waitFor(() => expect(screen.queryByText('取消上限')).toBeNull())
    expect((screen.getByLabelText('30 天最多（USD）') as HTMLInputElement).value).toBe('')
    await type('30 天最多（USD）', '0.5')
    save()
    expect(await screen.findByText('上限请输入 $1.00 到 $100,000.00')).toBeTruthy()
    expect(sent.of().slice(1)).toEqual([{ id: cardId, set: { merchant: 'Tea Box', cap: '0.5' } }])
  })
})
