import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { getUser, updateToken } from '../contract/account.ts'
import { userBill } from '../contract/bill.ts'
import { cards } from '../contract/card.ts'
import { unreadMessageCount } from '../contract/message.ts'
import { masterBudgetBalance, queryWallet } from '../contract/wallet.ts'
import { countUnread, hasFailed, loadOverview, overview, sum, unread } from './overview.ts'
import { refresh } from './send.ts'
import { signOut } from './state/session.ts'
import { done, person, signedInAs, stubApi } from './testing/testing.tsx'
import { amountText } from './ui/amount-text.ts'

const shown = (...amounts: string[]) => amountText({ amount: sum(amounts), currency: 'USDT', bare: true })

describe('a total', () => {
  test('is cut off as its parts are, never rounded up', () => {
    expect(shown('10.005', '0.004')).toBe('10.00')
    expect(shown('0.1', '0.2')).toBe('0.30')
  })

  test('of next to nothing is not shown as nothing', () => {
    expect(shown('0.0004', '0.0008')).toBe('0.0012')
  })

  test('without a figure is none', () => {
    expect(shown('NAN', '1')).toBe('—')
  })
})

describe('the overview', () => {
  const placed = (path: string, pageSize: number) =>
    path.replace('{pageSize}', `${pageSize}`).replace('{page}', '1')

  /** A server whose first answer of the master balance waits until it is let go. */
  function slowAtFirst() {
    let letGo = () => {}
    const held = new Promise<void>(go => {
      letGo = go
    })
    let asked = 0
    const page = done({ list: [], total: 0, page: 1, pageSize: 20 })
    stubApi({
      [queryWallet.path]: done([]),
      [masterBudgetBalance.path]: async () => {
        asked += 1
        const available = `${asked}`
        if (asked === 1) await held
        return done({ available })
      },
      [placed(cards.path, 20)]: page,
      [placed(userBill.path, 5)]: page,
    })
    return () => letGo()
  }

  test('shows what was asked last, whichever answer comes last', async () => {
    signedInAs({})
    const letGo = slowAtFirst()
    const first = loadOverview()
    await loadOverview()
    letGo()
    await first
    expect(overview.value?.master.available).toBe('2')
  })

  test('of one customer is never shown to another', async () => {
    signedInAs({ id: 'a' })
    const letGo = slowAtFirst()
    const first = loadOverview()
    signOut()
    signedInAs({ id: 'b' })
    letGo()
    await first
    expect(overview.value?.userId).toBe('a')
  })
})

describe('who the customer is', () => {
  let now = Date.now()

  /** A start, a minute after the one before. */
  async function started(renewal: object) {
    now += 60_000
    vi.useFakeTimers({ toFake: ['Date'], now })
    onTestFinished(() => void vi.useRealTimers())
    signedInAs({})
    const sent = stubApi({ [updateToken.path]: renewal })
    await Promise.all([refresh(), loadOverview()])
    return () => sent.filter(({ path }) => path === getUser.path).length
  }

  test('is not asked while the refresh of the start has just told; later it is', async () => {
    const asked = await started(done({ token: 'new', userInfo: person }))
    await loadOverview()
    expect(asked()).toBe(0)
    vi.setSystemTime(now + 10_000)
    await loadOverview()
    expect(asked()).toBe(1)
  })

  test('is asked where the refresh had no answer', async () => {
    const asked = await started({ status: 503 })
    expect(asked()).toBe(1)
  })
})

test('what is unread, and that nothing could be loaded, is not told to the next customer', async () => {
  signedInAs({ id: 'a' })
  stubApi({ [unreadMessageCount.path]: done({ total: 3 }) })
  await loadOverview()
  expect([unread.value, hasFailed.value]).toEqual([3, true])
  signedInAs({ id: 'a', nickname: 'Lin' })
  expect([unread.value, hasFailed.value]).toEqual([3, true])
  signOut()
  signedInAs({ id: 'b' })
  expect([unread.value, hasFailed.value]).toEqual([0, false])
})

test('what was counted before all was read does not come back', async () => {
  const counts = [5, 0]
  const answers: (() => void)[] = []
  stubApi({
    [unreadMessageCount.path]: () => {
      const total = counts[answers.length]
      return new Promise(come => answers.push(() => come(done({ total }))))
    },
  })
  const slow = countUnread()
  const last = countUnread()
  await Promise.resolve()
  answers[1]?.()
  await last
  answers[0]?.()
  await slow
  expect(unread.value).toBe(0)
})
