import { fireEvent, screen, waitFor } from '@testing-library/preact'
import { describe, expect, test, vi } from 'vitest'
import { currentUrl } from '../../../../routing/hash-location.tsx'
import { done, renderPage, signedInAs, stubApi } from '../../../../testing/testing.tsx'
import PayOpenCard from '../../payOpenCard.tsx'
import { cardId } from '../../testing/samples.ts'

const order = {
  openFee: '5',
  rechargeAmount: '50',
  rechargeFee: '0.5',
  total: '55.5',
  replaces: null,
  createTime: '2026-11-21T10:00:00.000Z',
}
const orderPath = '/api/customer/card/getCreateCardSuccess'

describe('an order that is watched', () => {
  async function watch(answer: object) {
    signedInAs()
    const sent = stubApi({ [orderPath]: answer })
    await renderPage('card', PayOpenCard, { query: { cardTypeId: 'celadon', orderId: cardId } })
    return sent
  }

  test('tells the steps while it is open', async () => {
    await watch(done({ ...order, status: 'opening' }))
    await screen.findByText('已预留 55.50 USDT')
    expect(screen.getByText('正在开卡')).toBeTruthy()
  })

  test('is asked about at once when the page is pulled, and no more when it has ended', async () => {
    const pull = () => dispatchEvent(new CustomEvent('renew', { detail: [] }))
    let status = 'opening'
    const sent = await watch(() => done({ ...order, status, id: cardId }))
    await screen.findByText('正在开卡')
    status = 'success'
    pull()
    await screen.findByText('开卡成功')
    pull()
    await new Promise(done => setTimeout(done, 50))
    expect(sent.filter(({ path }) => path === orderPath)).toHaveLength(2)
  })

  test('ends with the card', async () => {
    await watch(done({ ...order, status: 'success', id: cardId }))
    await screen.findByText('开卡成功')
    expect(screen.getByText('查看卡片').getAttribute('href')).toBe(
      `#/pages/cardDetail/cardDetail?id=${cardId}`,
    )
  })

  test('is told others in lines that add up, with its moment', async () => {
    const writeText = vi.fn(async (_text: string) => {})
    vi.stubGlobal('navigator', { clipboard: { writeText } })
    await watch(done({ ...order, status: 'success', id: cardId }))
    fireEvent.click(await screen.findByText('分享凭证'))
    await waitFor(() => expect(writeText).toHaveBeenCalled())
    const [, ...lines] = writeText.mock.calls[0]?.[0].split('\n') ?? []
    expect(lines.slice(0, 4)).toEqual([
      '开卡费：5.00\u00a0USDT',
      '开卡时充值：50.00\u00a0USDT',
      '充值费：0.50\u00a0USDT',
      '已支付：55.50\u00a0USDT',
    ])
    expect(lines[4]).toMatch(/^时间：2026年11月2\d日 \d\d:\d\d$/)
    vi.unstubAllGlobals()
  })

  test('or says that all of it came back', async () => {
    await watch(done({ ...order, status: 'fail', reason: 'budget_failed' }))
    await screen.findByText('55.50 USDT 已全额退回钱包')
    expect(screen.getByText('创建预算失败：发卡方没有建立您的资金账户，没有扣款。请重试。')).toBeTruthy()
  })

  describe('in place of a lost card', () => {
    const lostId = '01990000-0000-7000-8000-000000000077'
    const free = {
      ...order,
      openFee: '0',
      rechargeAmount: '0',
      rechargeFee: '0',
      total: '0',
      replaces: lostId,
    }
    const noSums = () => expect(document.body.textContent).not.toMatch(/0\.00/)

    test.each(['opening', 'success'])('that is %s is said to be free, without sums', async status => {
      await watch(done({ ...free, status, id: cardId }))
      await screen.findByText('补办遗失的卡，不收费')
      noSums()
    })

    test('that the issuer declined says so, and is asked for again once', async () => {
      signedInAs()
      const replacePath = '/api/customer/card/replaceLost'
      const again = '01990000-0000-7000-8000-000000000078'
      const sent = stubApi({
        [orderPath]: ({ orderId }: Record<string, unknown>) =>
          done({ ...free, status: orderId === again ? 'opening' : 'fail', reason: 'card_open_failed' }),
        [replacePath]: done({ orderId: again }),
      })
      await renderPage('card', PayOpenCard, { query: { cardTypeId: 'celadon', orderId: cardId } })
      await screen.findByText('没有扣款，补办不收费。')
      noSums()
      expect(screen.queryByText('重新开卡')).toBeNull()
      fireEvent.click(screen.getByText('申请补办'))
      fireEvent.click(screen.getByText('申请补办'))
      await waitFor(() => expect(currentUrl.value).toContain(`orderId=${again}`))
      expect(sent.filter(({ path }) => path === replacePath).map(({ body }) => body)).toEqual([
        { id: lostId },
      ])
    })

    test('can be asked for from the lost card; a refusal comes with the way to mend it', async () => {
      signedInAs()
      stubApi({
        '/api/customer/card/replaceLost': {
          code: 1411,
          key: 'limit_exceeded',
          msg: '',
          data: { limit: '5' },
        },
      })
      await renderPage('card', PayOpenCard, { query: { cardTypeId: 'celadon', replaces: lostId } })
      fireEvent.click(await screen.findByText('申请补办'))
      expect((await screen.findByText('我的卡片')).getAttribute('href')).toBe('#/pages/cardList/cardList')
    })
  })

  test('somebody else’s is asked about once, and nothing is said to go on', async () => {
    const sent = await watch({ status: 403 })
    await screen.findByText('没有访问权限', { selector: 'main *' })
    expect(screen.queryByText(/开卡不受影响/)).toBeNull()
    expect(screen.queryByText('重试')).toBeNull()
    await new Promise(done => setTimeout(done, 2_000))
    expect(sent.filter(({ path }) => path === orderPath)).toHaveLength(1)
  })

  test('an unreachable server is no failure of the card', async () => {
    await watch({ status: 500 })
    await screen.findByText(/开卡不受影响/)
    expect(screen.queryByText('开卡失败')).toBeNull()
  })
})
