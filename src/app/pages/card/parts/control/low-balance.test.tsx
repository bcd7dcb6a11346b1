import { cleanup, fireEvent, screen } from '@testing-library/preact'
import { beforeAll, expect, test } from 'vitest'
import { done } from '../../../../testing/testing.tsx'
import CardDetail from '../../cardDetail.tsx'
import { openedSheet } from '../../testing/opened-sheet.ts'
import { cardId } from '../../testing/samples.ts'

const path = '/api/customer/card/lowBalance'

beforeAll(() => Promise.all([import('./card-control.tsx'), import('./low-balance.tsx')]))

async function show(answer: object | ((sent: Record<string, unknown>) => object)) {
  const sent = await openedSheet({ Page: CardDetail, sheet: 'low', path, answer })
  await screen.findByLabelText('低于多少时提醒（USD）')
  return sent
}

const write = (value: string) =>
  fireEvent.input(screen.getByLabelText('低于多少时提醒（USD）'), { target: { value } })

test('an alert is switched on with an amount, and off again', async () => {
  const sent = await show(done({ below: null }))
  expect(screen.queryByText('关闭提醒')).toBeNull()
  write('35')
  fireEvent.click(screen.getByText('开启提醒'))
  await screen.findByText('余额提醒已开启')
  expect(sent.of()).toEqual([{ id: cardId }, { id: cardId, set: { below: '35' } }])
  cleanup()

  const again = await show(done({ below: '35' }))
  expect((screen.getByLabelText('低于多少时提醒（USD）') as HTMLInputElement).value).toBe('35.00')
  fireEvent.click(screen.getByText('关闭提醒'))
  await screen.findByText('余额提醒已关闭')
  expect(again.of()[1]).toEqual({ id: cardId, set: { below: null } })
})

test('one outside of the range says the range at the field, and one that is no amount is not sent', async () => {
  const data = { min: '1', max: '100000' }
  const sent = await show(({ set }) =>
    set ? { code: 1404, msg: '', key: 'amount_out_of_range', data } : done({ below: null }),
  )
  write('abc')
  fireEvent.click(screen.getByText('开启提醒'))
  expect(await screen.findByText('金额不正确')).toBeTruthy()
  expect(sent.of()).toHaveLength(1)
  write('0.5')
  fireEvent.click(screen.getByText('开启提醒'))
  expect(await screen.findByText('请输入 $1.00 到 $100,000.00')).toBeTruthy()
})
