import { getUser, type UserInfo, updateToken, updateUserInfo } from '../src/contract/account.ts'
import { detail as oneBill, sums, userBill } from '../src/contract/bill.ts'
import type { Call, Input, Output } from '../src/contract/call.ts'
import { pathFields } from '../src/contract/call.ts'
import { cards, types as cardTypes, detail as oneCard } from '../src/contract/card.ts'
import { unreadMessageCount } from '../src/contract/message.ts'
import { customerParam, publicParam } from '../src/contract/params.ts'
import { exchangeRate } from '../src/contract/rates.ts'
import { masterBudgetBalance, queryTransferIn, queryWallet } from '../src/contract/wallet.ts'
import { billsOf, thousandBills } from './bills.ts'
import { ago, card, holdings, kinds } from './holdings.ts'

// What a customer with two cards and a thousand bills is answered, as the server words it: what is measured is measured
// with something on the screen. Typed by the contract, and checked against it in tests/answers.test.ts.

/** One call and what it is answered with. */
export interface Answer {
  call: Call
  of: (given: never) => unknown
}

function answer<C extends Call>(call: C, of: (given: Input<C>) => Output<C>): Answer {
  return { call, of }
}

/** The customer. */
export const customer: UserInfo = {
  id: '01990000-0000-7000-8000-000000000001',
  email: 'wen.lin@mail.test',
  nickname: '林文',
  certified: true,
  certStatus: 'approved',
  passwordSet: true,
  pinSet: true,
  tgBound: false,
  tgName: null,
  tgUnbindRemain: 2,
  tgUnbindResetAt: ago({ hours: -24 * 9 }),
  referCode: 'GLZ4K7Q2',
  lang: 'zh',
  currency: 'USDT',
  timezone: 'Asia/Shanghai',
  hideBalance: false,
  appearance: 'auto',
  holdUntil: null,
  createTime: ago({ hours: 24 * 120 }),
}
/** The token of their session. */
export const token = 'budget-session'

/** As they stand the whole time: asking again gives the same answer. */
const deposits = [
  deposit({ amount: '350', confirms: 4, status: 'confirming', time: ago({ minutes: 1 }), n: 1 }),
  deposit({ amount: '1000', confirms: 12, status: 'credited', time: ago({ hours: 50 }), n: 2 }),
]

/** Every call that is answered. */
export const answers: readonly Answer[] = [
  answer(updateToken, () => ({ userInfo: customer, token })),
  answer(getUser, () => customer),
  answer(updateUserInfo, () => customer),
  answer(exchangeRate, () =>
    Object.entries({ USDC: '1', ETH: '3412.08', BTC: '97310.25', TRX: '0.2441' }).flatMap(([coin, rate]) => [
      {
        masterCurrency: coin,
        slaveCurrency: 'USDT',
        rate,
        time: ago({ minutes: 1 }),
        state: 'good' as const,
      },
    ]),
  ),
  answer(queryWallet, () => holdings),
  answer(masterBudgetBalance, () => ({
    currency: 'USDT' as const,
    balance: '1284.6',
    frozen: '0',
    available: '1284.6',
    cardBalance: '642.18',
    cardCount: 2,
    firstKeep: null,
  })),
  answer(cards, ({ page, pageSize }) => ({
    list: [card.celadon, card.cobalt],
    total: 2,
    openings: [],
    page,
    pageSize,
  })),
  answer(oneCard, ({ id }) => ({
    ...(id === card.cobalt.id ? card.cobalt : card.celadon),
    billingAddress: { address: 'Kiln Road 1', city: 'Jingdezhen', postalCode: '333000', country: 'CN' },
    canChangePhone: true,
    renewal: null,
  })),
  answer(cardTypes, ({ page, pageSize }) => ({ list: kinds, total: kinds.length, page, pageSize })),
  answer(userBill, billsOf),
  answer(oneBill, ({ id }) => {
    const bill = thousandBills.find(row => row.id === id) ?? thousandBills[0]
    if (!bill) throw new Error('there are no bills')
    const steps = [{ what: 'authorized', at: bill.createTime, detail: {} }]
    return { bill, related: [], steps, next: null, transferId: null }
  }),
  answer(sums, ({ until }) => [
    { month: until, currency: 'USDT' as const, in: '2000', out: '1215.4' },
    { month: until, currency: 'USD' as const, in: '1200', out: '861.27' },
  ]),
  answer(unreadMessageCount, () => ({ total: 2, byKind: { system: 0, balance: 2, verify: 0, feedback: 0 } })),
  answer(publicParam, () => null),
  answer(customerParam, () => null),
  answer(queryTransferIn, () => ({
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    former: [],
    qr: 'ethereum:0x52908400098527886E0F7030069857D2E4169EE7',
    memo: null,
    min: '1',
    max: null,
    waiting: '0',
    confirmations: 12,
    expectedSeconds: 144,
    list: deposits,
  })),
]

type Deposit = Output<typeof queryTransferIn>['list'][number]

function deposit({
  n,
  ...rest
}: Pick<Deposit, 'amount' | 'confirms' | 'status' | 'time'> & { n: number }): Deposit {
  return {
    ...rest,
    txId: `0x${String(n).repeat(64)}`,
    currency: 'USDT',
    required: 12,
    billId: null,
    messageId: null,
  }
}

/** The `data` of the answer to a request, as it would travel; undefined where there is none. */
export function answerTo({ method, path, body }: { method: string; path: string; body: object }): unknown {
  for (const { call, of } of answers) {
    const found =
      method === call.method ? new RegExp(`^${call.path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path) : null
    if (!found) continue
    const inPath = pathFields(call.path).map((name, index) => [name, found[index + 1]])
    return of(call.input.parse({ ...body, ...Object.fromEntries(inPath) }) as never)
  }
  return undefined
}
