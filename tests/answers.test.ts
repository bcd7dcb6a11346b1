import { describe, expect, test } from 'vitest'
import { answers, answerTo, customer } from '../budgets/answers.ts'
import { thousandBills } from '../budgets/bills.ts'
import { card } from '../budgets/holdings.ts'
import { signedIn } from '../budgets/signed-in.ts'
import { userInfo } from '../src/contract/account.ts'
import { bill, type userBill } from '../src/contract/bill.ts'
import type { Output } from '../src/contract/call.ts'

// What pages are measured with is what the server could have said.

const given: Record<string, Record<string, unknown>> = {
  '/api/common/params/{group}/get/{key}': { group: 'tab', key: 'inviteEnable' },
  '/api/customer/params/{group}/get/{key}': { group: 'tab', key: 'inviteEnable' },
  '/api/customer/bill/sums': { zone: 'Asia/Shanghai', from: '2026-08', until: '2026-11' },
  '/api/customer/bill/detail': { id: thousandBills[0]?.id },
  '/api/customer/card/detail': { id: card.cobalt.id },
  '/api/customer/cryptoCurrency/queryTransferIn': { currency: 'USDT', chain: 'ERC20' },
}

test.each(answers.map(({ call }) => [call.path, call] as const))(
  '%s is answered within its contract',
  (path, call) => {
    const fields = { pageSize: 30, page: 1, ...given[path] }
    const filled = path.replace(/\{(\w+)\}/g, (_, name) => String(fields[name as keyof typeof fields]))
    const data = answerTo({ method: call.method, path: filled, body: given[path] ?? {} })
    expect(call.output.parse(data)).toEqual(data)
  },
)

test('a call that is not among them is not answered', () => {
  expect(answerTo({ method: 'POST', path: '/api/customer/dispute/list', body: {} })).toBeUndefined()
  expect(answerTo({ method: 'GET', path: '/api/customer/customerUser/getUser', body: {} })).toBeUndefined()
})

describe('a thousand bills', () => {
  test('are bills', () => {
    for (const row of thousandBills) expect(bill.parse(row)).toEqual(row)
  })

  test('are read to the end page by page, each once, newest first', () => {
    const read: string[] = []
    for (let left = 1_000; left > 0; ) {
      const path = '/api/customer/userBill/30/1'
      const body = read.length > 0 ? { after: read.at(-1) } : {}
      const page = answerTo({ method: 'POST', path, body }) as Output<typeof userBill>
      expect(page.total).toBe(left)
      read.push(...page.list.map(({ id }) => id))
      left -= page.list.length
    }
    expect(read).toEqual(read.toSorted().reverse())
    expect(new Set(read).size).toBe(1_000)
  })
})

describe('the page of somebody who is signed in', () => {
  const shipped = '<head></head><script>first</script><script>second</script>'

  test('finds a session the app accepts, before any other script runs', () => {
    const script = /<script>(.*?)<\/script>/.exec(signedIn(shipped).html)?.[1] ?? ''
    const localStorage: Record<string, string> = {}
    new Function('localStorage', script)(localStorage)
    expect(userInfo.parse(JSON.parse(localStorage.loginUserInfo ?? ''))).toEqual(customer)
    expect(JSON.parse(localStorage.accessToken ?? '')).toBeTypeOf('string')
  })

  test('is otherwise the page as it is shipped', () => {
    expect(signedIn(shipped).html.replace(/<script>localStorage.*?<\/script>/, '')).toBe(shipped)
  })
})
