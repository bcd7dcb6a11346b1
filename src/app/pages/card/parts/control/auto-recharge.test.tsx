import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeAll, describe, expect, test } from 'vitest'
import { done, typePin } from '../../../../testing/testing.tsx'
import CardDetail from '../../cardDetail.tsx'
import { openedSheet } from '../../testing/opened-sheet.ts'
import { cardId } from '../../testing/samples.ts'

const path = '/api/customer/card/autoRecharge'
const off = {
  ...{ isOn: false, rule: null, dayUsed: '0', monthUsed: '0', pausedBy: null },
  ...{ min: '10', max: '10000', fee: '1' },
}
const rule = { threshold: '50', by: 'amount', amount: '100', dayMax: '300', monthMax: '1000' }
const on = { ...off, isOn: true, rule, dayUsed: '100', monthUsed: '200' }

beforeAll(() => Promise.all([import('./card-control.tsx'), import('./auto-recharge.tsx')]))

const show = (answer: object | ((sent: Record<string, unknown>) => object)) =>
  openedSheet({ Page: CardDetail, sheet: 'auto', path, answer })

const write = (label: string, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })

async function enterPin() {
  await screen.findByText('输入资金密码，开启自动充值')
  await typePin()
}

describe('automatic recharge of a card', () => {
  test('asks for the PIN only when every amount is one', async () => {
    const sent = await show(done(off))
    await screen.findByText('开启自动充值')
    write('低于多少时充值（USD）', 'abc')
    fireEvent.click(screen.getByText('开启自动充值'))
    expect(await screen.findByText('金额不正确')).toBeTruthy()
    expect(sent.of()).toEqual([{ id: cardId }])
  })

  test('is switched on with the PIN, and stands there with what was recharged', async () => {
    const sent = await show(({ set }) => done(set ? on : off))
    await screen.findByText('开启自动充值')
    fireEvent.click(screen.getByText('充到目标余额'))
    write('充到（USD）', '200')
    fireEvent.click(screen.getByText('开启自动充值'))
    await enterPin()
    expect(await screen.findByText('低于 $50.00 时自动充值')).toBeTruthy()
    expect(sent.of()[1]).toEqual({
      id: cardId,
      pin: '135790',
      set: { isOn: true, rule: { ...rule, by: 'upTo', amount: '200' } },
    })
    expect(screen.getByText('已自动充值 $200.00')).toBeTruthy()
  })

  test('takes amounts with a comma for a point', async () => {
    const sent = await show(({ set }) => done(set ? on : off))
    await screen.findByText('开启自动充值')
    write('每次充值（USD）', '12,50')
    fireEvent.click(screen.getByText('开启自动充值'))
    await enterPin()
    await screen.findByText('低于 $50.00 时自动充值')
    expect(sent.of()[1]?.set).toEqual({ isOn: true, rule: { ...rule, amount: '12.50' } })
  })

  test('says at the field what is out of range, and keeps what was typed', async () => {
    const data = { field: 'amount', min: '10', max: '10000' }
    const no = { code: 1404, key: 'amount_out_of_range', msg: '', data }
    await show(({ set }) => (set ? no : done(off)))
    await screen.findByText('开启自动充值')
    write('每次充值（USD）', '5')
    fireEvent.click(screen.getByText('开启自动充值'))
    await enterPin()
    expect(await screen.findByText('请输入 $10.00 到 $10,000.00')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('每次充值（USD）').value).toBe('5')
  })

  test('that is half filled in is there again after the app was closed, and gone once it is on', async () => {
    await show(done(off))
    await screen.findByText('开启自动充值')
    fireEvent.click(screen.getByText('充到目标余额'))
    write('充到（USD）', '200')
    cleanup()
    const sent = await show(({ set }) => done(set ? on : off))
    fireEvent.click(await screen.findByText('开启自动充值'))
    await enterPin()
    await screen.findByText('低于 $50.00 时自动充值')
    expect(sent.of()[1]?.set).toEqual({ isOn: true, rule: { ...rule, by: 'upTo', amount: '200' } })
    expect(localStorage.getItem('drafts')).toBeNull()
  })

  test('is switched off at once, without the PIN', async () => {
    const sent = await show(({ set }) => done(set ? { ...on, isOn: false } : on))
    fireEvent.click(await screen.findByText('关闭自动充值'))
    expect(await screen.findByText('自动充值已关闭')).toBeTruthy()
    await waitFor(() => expect(screen.queryByText('关闭自动充值')).toBeNull())
    expect(sent.of()[1]).toEqual({ id: cardId, set: { isOn: false } })
  })

  test.each([
    ['wallet', /USDT 不够/],
    ['cap', /设定的上限/],
    ['frozen', /冻结期间/],
  ])('that waits for %s says why', async (pausedBy, words) => {
    await show(done({ ...on, pausedBy }))
    expect(await screen.findByText(words)).toBeTruthy()
  })
})
