import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact'
import { beforeEach, describe, expect, test } from 'vitest'
import { drop } from '../../../contract/decision.ts'
import { done, renderPage, signedInAs, stubApi } from '../../testing/testing.tsx'
import MessagePage from './message.tsx'
// Loaded before it is waited for.
import './parts/card-arrival.tsx'

const get = '/api/customer/message/get'
const count = '/api/customer/message/unreadMessageCount'
const quote = '/api/customer/cryptoCurrency/quote'
const confirm = '/api/customer/message/confirmTransfer'
const id = '01990000-0000-7000-8000-000000000077'
const cardId = '01990000-0000-7000-8000-000000000078'

const waiting = {
  id,
  kind: 'balance',
  noticeType: 'cardTransfer',
  title: '1 ETH 等待转入卡片',
  content: '尾号 4242 的卡地址收到 1 ETH。',
  params: { what: 'waiting', amount: '1', currency: 'ETH', chain: 'ERC20', last4: '4242' },
  isRead: true,
  createTime: '2026-11-20T10:00:00.000Z',
  action: '/pages/bill/bill?id=1',
}
const confirmed = { ...waiting, content: '已转入卡片。', params: { ...waiting.params, what: 'confirmed' } }
const moved = { cardId, amount: '2982.01', fee: '2.985', rest: '0.005', cardAvailable: '2982.01', billId: id }

function quoted(receive = '2982.015') {
  return done({
    quoteId: crypto.randomUUID(),
    from: 'ETH',
    to: 'USDT',
    amount: '1',
    receive,
    fee: '2.985',
    feePercent: '0.1',
    rate: '2985',
    referenceRate: '3000',
    spreadPercent: '0.5',
    rateTime: new Date().toISOString(),
    expireTime: new Date(Date.now() + 30_000).toISOString(),
    leftSeconds: 30,
  })
}
const no = (key: string, data: object | null = null) => ({ code: 1405, msg: '', key, data })

beforeEach(() => {
  localStorage.clear()
  signedInAs()
})

async function opened(answers: Parameters<typeof stubApi>[0]) {
  const sent = stubApi({
    [get]: done(waiting),
    [count]: done({ total: 0, byKind: {} }),
    [quote]: quoted(),
    ...answers,
  })
  await renderPage('messages', MessagePage, { query: { id } })
  return () => sent.filter(({ path }) => path === confirm).map(({ body }) => body)
}

async function agree() {
  const button = await screen.findByRole('button', { name: '确认转入卡片' })
  await waitFor(() => expect((button as HTMLButtonElement).disabled).toBe(false))
  fireEvent.click(button)
  await screen.findByText(/卡片将收到/)
}

/** The PIN by the keys of the pad. */
async function typePin(confirm = '确认转入卡片') {
  for (const digit of '246801') fireEvent.click(await screen.findByRole('button', { name: digit }))
  const inSheet = screen.getAllByRole('button', { name: confirm }).find(each => each.closest('dialog'))
  fireEvent.click(inSheet as HTMLElement)
}

describe('money that waits for a card', () => {
  test('is not offered to be moved while there is no rate, and stays in the wallet', async () => {
    const bodies = await opened({ [quote]: { ...no('rate_unavailable'), code: 1414 } })
    await screen.findByText(/汇率暂时不可靠/)
    expect((screen.getByRole('button', { name: '确认转入卡片' }) as HTMLButtonElement).disabled).toBe(true)
    expect(bodies()).toEqual([])
  })

  test('says that the offer is over, and asks again with a new one', async () => {
    let tries = 0
    const bodies = await opened({
      [quote]: () => quoted(),
      [confirm]: () => (++tries === 1 ? no('quote_expired', { rate: '2900' }) : done(moved)),
    })
    await agree()
    await typePin()
    await screen.findByText(/刚才的报价已过期/)
    await agree()
    await typePin()
    await screen.findByText('已转入卡片')
    const [first, second] = bodies()
    expect(first?.quoteId).not.toBe(second?.quoteId)
    expect(first?.requestId).not.toBe(second?.requestId)
  })

  test('that was confirmed elsewhere shows what became of it', async () => {
    let tries = 0
    await opened({
      [get]: () => done(++tries === 1 ? waiting : confirmed),
      [confirm]: { ...no('modify_failed', { reason: 'confirmed' }), code: 1503 },
    })
    await agree()
    await typePin()
    await screen.findByText('已转入卡片。')
    expect(screen.queryByRole('button', { name: '确认转入卡片' })).toBeNull()
  })

  describe('without an answer', () => {
    const silence = { status: 504 }

    /** Sent, and nothing came back. Answers what was sent. */
    async function unheard() {
      const bodies = await opened({ [confirm]: silence })
      await agree()
      await typePin()
      await screen.findByText(/可能已经成功/)
      return bodies()[0]
    }
    async function askAgain() {
      fireEvent.click(await screen.findByRole('button', { name: '再次确认' }))
      await typePin('再次确认')
    }

    test('is told after a reload too, and asked about with its own offer and key', async () => {
      const first = await unheard()
      cleanup()
      let quotes = 0
      const bodies = await opened({
        [quote]: () => {
          quotes += 1
          return quoted()
        },
        [confirm]: done(moved),
      })
      await screen.findByText(/可能已经成功/)
      await screen.findByText('兑出')
      expect(screen.queryByRole('button', { name: '确认转入卡片' })).toBeNull()
      await askAgain()
      await screen.findByText('已转入卡片')
      expect(bodies()).toEqual([first])
      expect(quotes).toBe(0)
    })

    test('stays so after more silence; a no leads to a new offer with a new key', async () => {
      let answer: object = silence
      const bodies = await opened({ [quote]: () => quoted(), [confirm]: () => answer })
      await agree()
      await typePin()
      await screen.findByText('处理中')
      await askAgain()
      await waitFor(() => expect(bodies()).toHaveLength(2))
      answer = no('quote_expired')
      await waitFor(() => expect(document.querySelector('dialog')).toBeNull())
      await askAgain()
      await screen.findByText(/刚才的报价已过期/)
      answer = done(moved)
      await agree()
      await typePin()
      await screen.findByText('已转入卡片')
      const [first, second, third, fourth] = bodies()
      expect([second, third]).toEqual([first, first])
      expect(fourth?.quoteId).not.toBe(first?.quoteId)
      expect(fourth?.requestId).not.toBe(first?.requestId)
    })

    test('can be let go of, and is offered anew', async () => {
      await unheard()
      cleanup()
      await opened({ [drop.path]: done({ isDropped: true }) })
      fireEvent.click(await screen.findByText('取消这笔操作'))
      await agree()
    })
  })

  test('shows the rate with its age, what the card gets in whole cents, and how it ended', async () => {
    const bodies = await opened({ [confirm]: done(moved) })
    await screen.findByText('1 ETH = 2,985 USDT')
    await screen.findByText(/^汇率：/)
    await screen.findByText('$2,982.01')
    await agree()
    await typePin()
    await screen.findByText('已转入卡片')
    await screen.findByText('0.005 USDT')
    expect(bodies()).toMatchObject([{ id, pin: '246801' }])
    expect((await screen.findByText('查看卡片')).getAttribute('href')).toContain(`cardDetail?id=${cardId}`)
  })
})
