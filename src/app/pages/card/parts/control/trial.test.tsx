import { fireEvent, screen } from '@testing-library/preact'
import { beforeAll, describe, expect, test } from 'vitest'
import { done } from '../../../../testing/testing.tsx'
import CardDetail from '../../cardDetail.tsx'
import { openedSheet } from '../../testing/opened-sheet.ts'
import { cardId } from '../../testing/samples.ts'

const path = '/api/customer/card/tryPurchase'
const yes = {
  ...{ reason: null, consumeFee: '0.1', crossBorderFee: '0.2', total: '20.3', available: '100' },
  ...{ left: '79.7', missing: null, limit: null, used: null },
}
const no = { ...yes, left: null }

beforeAll(() => Promise.all([import('./card-control.tsx'), import('./trial.tsx')]))

async function show(answer: object) {
  const countries = [
    { code: 'CN', name: 'China', nameZh: '中国' },
    { code: 'US', name: 'United States', nameZh: '美国' },
  ].map(each => ({ ...each, flag: '', phoneCode: '+1', pinyin: '' }))
  const others = { '/api/common/address/selectCountry': done(countries) }
  const sent = await openedSheet({ Page: CardDetail, sheet: 'trial', path, answer, others })
  await screen.findByText('中国')
  return sent
}

const write = (value: string) =>
  fireEvent.input(screen.getByLabelText('消费金额（USD）'), { target: { value } })

function ask() {
  write('20')
  fireEvent.click(screen.getByText('试算'))
}

describe('a purchase that is only thought of', () => {
  test('is asked about as it would be paid; the answer goes when something else is asked', async () => {
    const sent = await show(done(yes))
    fireEvent.click(screen.getByText('ATM 取现'))
    ask()
    expect(await screen.findByText('可以支付')).toBeTruthy()
    expect(sent.of()).toEqual([{ id: cardId, amount: '20', channel: 'atm', country: 'US' }])
    expect(screen.getByText('支付后剩余').closest('dl')?.textContent).toContain('合计$20.30')
    write('21')
    expect(screen.queryByText('可以支付')).toBeNull()
  })

  test.each([
    [{ reason: 'no_money', missing: '0.02' }, '会被拒绝：连同手续费还差 $0.02', 'rechargeCard2'],
    [{ reason: 'limit_single', limit: '50' }, /超出单笔.*（限额 \$50\.00）/, 'open=limits'],
    [{ reason: 'limit_day', limit: '80', used: '40' }, /（限额 \$80\.00，已用 \$40\.00）/, 'open=limits'],
    [{ reason: 'channel_atm' }, '会被拒绝：取现已关闭', 'open=rules'],
  ])('that would be declined says why, and where it is mended: %o', async (told, words, way) => {
    await show(done({ ...no, ...told }))
    ask()
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByText('去处理').getAttribute('href')).toContain(way)
  })

  test('of no amount is told so at the field', async () => {
    const answer = { code: 1400, msg: '', key: 'input_invalid', data: { fields: { amount: 'amount' } } }
    await show(answer)
    ask()
    expect(await screen.findByText('金额不正确')).toBeTruthy()
  })
})
