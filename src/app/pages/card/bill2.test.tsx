import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test } from 'vitest'
import { done, renderPage, signedInAs, stubApi } from '../../testing.tsx'
import CardBills from './bill2.tsx'
import { cardId, pageOf, sampleCard } from './parts/samples.ts'

const path = '/api/customer/card/cardTranscationList/20/1'
const purchase = {
  id: cardId,
  threadId: 'thread',
  merchant: 'Steam',
  mcc: '5816',
  country: 'US',
  amount: '-59.99',
  currency: 'USD',
  fee: '0',
  status: 'declined',
  reason: 'no_money',
  createTime: '2026-11-20T10:00:00.000Z',
}

async function show(list: object[]) {
  signedInAs()
  const sent = stubApi({ '/api/customer/card/detail': done(sampleCard), [path]: done(pageOf(list)) })
  await renderPage('card', CardBills, { query: { cardId, month: '2026-11' } })
  return sent
}

describe('the spending of a month', () => {
  const whole = '/api/customer/card/cardTranscationList/100/1'

  test('is shown by what the merchants sell', async () => {
    signedInAs()
    const posted = { ...purchase, status: 'posted', reason: null }
    stubApi({
      '/api/customer/card/detail': done(sampleCard),
      [path]: done(pageOf([posted])),
      [whole]: done(pageOf([posted, { ...posted, id: 'two', mcc: '5814', amount: '-20' }])),
    })
    await renderPage('card', CardBills, { query: { cardId, month: '2026-11' } })
    const table = await screen.findByRole('table', { name: /2026年11月/ })
    expect(table.textContent).toContain('$79.99')
    expect(screen.getAllByRole('rowheader').map(cell => cell.textContent)).toEqual(['数字服务', '餐饮'])
    fireEvent.click(screen.getByText('已拒绝'))
    await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
  })
})

describe('purchases of a card', () => {
  test.each([
    ['no_money', '余额不足', '给卡充值', `#/pages/rechargeCard2/rechargeCard2?cardId=${cardId}`],
    ['card_frozen', '卡片已冻结', '去解冻', `#/pages/cardDetail/cardDetail?id=${cardId}&open=freeze`],
    ['card_held', '卡片被安全冻结', '联系客服', '#/pages/service/service'],
    ['velocity', '短时间内次数过多', '冻结卡片', `#/pages/cardDetail/cardDetail?id=${cardId}&open=freeze`],
    ['pin_wrong', '卡 PIN 错误', '设置新的卡 PIN', `#/pages/cardDetail/cardDetail?id=${cardId}&open=pin`],
    ['pin_blocked', '卡 PIN 已锁定', '设置新的卡 PIN', `#/pages/cardDetail/cardDetail?id=${cardId}&open=pin`],
    ['limit_day', '超出 24 小时限额', '调整限额', `#/pages/cardDetail/cardDetail?id=${cardId}&open=limits`],
    [
      'channel_online',
      '网上支付已关闭',
      '修改使用设置',
      `#/pages/cardDetail/cardDetail?id=${cardId}&open=rules`,
    ],
    ['limit_issuer', '超出发卡行限额', '联系客服', '#/pages/service/service'],
    ['a_word_of_tomorrow', '未通过安全校验', '核对卡片信息', `#/pages/cardDetail/cardDetail?id=${cardId}`],
  ])('a decline for %s says why and how to mend it', async (reason, words, label, href) => {
    await show([{ ...purchase, reason }])
    fireEvent.click(await screen.findByText('Steam'))
    expect(screen.getByText(new RegExp(`^${words}`))).toBeTruthy()
    expect((await screen.findByText(label)).getAttribute('href')).toBe(href)
    expect(screen.getByText(/被拒绝的交易不收费/)).toBeTruthy()
  })

  test('are asked for by month and state in the time zone of the reader', async () => {
    const sent = await show([])
    await screen.findByText('这个月没有消费记录')
    fireEvent.click(screen.getByLabelText('上个月'))
    fireEvent.click(screen.getByText('已拒绝'))
    await waitFor(() => expect(sent.filter(call => call.path === path).length).toBeGreaterThan(1))
    const last = sent.findLast(call => call.path === path)
    expect(last?.body).toMatchObject({ cardId, month: '2026-10', status: 'declined' })
    expect(last?.body.timezone).toBeTruthy()
  })
})
