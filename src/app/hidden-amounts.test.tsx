import { screen, waitFor } from '@testing-library/preact'
import type { ComponentType } from 'preact'
import { beforeEach, describe, expect, test } from 'vitest'
import { transferOut } from '../contract/withdrawal.ts'
import { decide } from './decision/decision.ts'
import type { Area } from './locales/keys.ts'
import Card from './pages/card/card.tsx'
import CardDetail from './pages/card/cardDetail.tsx'
import ConvertCard from './pages/card/convertCard.tsx'
import ConvertWallet from './pages/card/convertWallet.tsx'
import { ConvertDone } from './pages/card/parts/move/convert-done.tsx'
import { MoveDone } from './pages/card/parts/move/move-result.tsx'
import PayOpenCard from './pages/card/payOpenCard.tsx'
import {
  cardId,
  cardsOf,
  celadon,
  master,
  pageOf,
  sampleCard,
  sampleOpening,
} from './pages/card/testing/samples.ts'
import Home from './pages/home/index.tsx'
import MessagePage from './pages/messages/message.tsx'
import Bill from './pages/wallet/bill.tsx'
import SelectCoin from './pages/wallet/selectCoin.tsx'
import { api, id, quoteOf, savedAddress, withdrawalOf } from './pages/wallet/testing/out-samples.ts'
import TransferIn from './pages/wallet/transferIn.tsx'
import TransferOut from './pages/wallet/transferOut.tsx'
import type { PageProps } from './routing/routes.ts'
import { setHideAmounts } from './state/locale.ts'
import { depositTerms } from './testing/deposit-terms.ts'
import { done, person, renderPage, signedInAs, stubApi } from './testing/testing.tsx'

// What the customer has and moved begins with 735 here, and nothing else does.

const has = '735.15'
/** Also what is left of the minimum after `7.35`, and what lacks to 900. */
const told = /735|7\.35|0\.65|16[45]\.85/
const wallet = {
  chain: ['ERC20'],
  networks: [
    {
      chain: 'ERC20',
      min: '8',
      confirmations: 3,
      expectedSeconds: 36,
      out: { fee: '1', min: '10', expectedSeconds: 96 },
    },
  ],
  balance: has,
  frozen: '73.5',
  available: has,
  incoming: '7.35',
}
const card = { ...sampleCard, balance: has, available: has }
const order = {
  openFee: '5',
  rechargeAmount: has,
  rechargeFee: '7.35',
  total: '735.2',
  createTime: person.createTime,
}
const row = {
  id,
  type: 'withdraw',
  amount: `-${has}`,
  currency: 'USDT',
  fee: '1',
  account: 'wallet',
  remark: {},
  status: 'done',
  createTime: new Date().toISOString(),
  cardOutId: null,
  traceId: id,
}
const deposit = {
  txId: '0xaa',
  amount: '7.35',
  currency: 'USDT',
  confirms: 3,
  required: 3,
  status: 'below_min',
  time: person.createTime,
  billId: null,
}
/** Its fee is a share of it. */
const moved = { amount: has, fee: '7.35', cardAvailable: has, walletAvailable: has }
const converted = { transferId: id, billId: id, received: '735.14' }
const rule = { threshold: '50', by: 'amount', amount: '100', dayMax: '300', monthMax: '1000' }
const merchant = {
  ...{ merchant: 'Kiln Video', mcc: '4899', isStopped: false, cap: { amount: '100', used: has } },
  last: { amount: has, time: '2026-08-10T09:41:00Z' },
  regular: { every: 'month', nextTime: '2026-09-10T09:41:00Z', cheaperBefore: '7.35' },
}
const recharged = {
  ...{ isOn: true, rule, dayUsed: '7.35', monthUsed: has, pausedBy: null },
  ...{ min: '10', max: '10000', fee: '1' },
}
const arrival = {
  id,
  kind: 'balance',
  noticeType: 'cardTransfer',
  title: '等待转入卡片',
  content: '',
  params: { what: 'waiting', amount: has, currency: 'ETH', last4: '4821' },
  isRead: true,
  createTime: person.createTime,
  action: null,
}
const quoted = {
  ...{
    quoteId: id,
    from: 'ETH',
    to: 'USDT',
    amount: has,
    receive: '735.14',
    fee: '0.735',
    feePercent: '0.1',
  },
  ...{ rate: '1', referenceRate: '1', spreadPercent: '0', rateTime: person.createTime, leftSeconds: 30 },
  expireTime: person.createTime,
}
const hold = {
  day: { limit: '20000', left: has },
  month: { limit: '100000', left: has },
  available: has,
  reviewFrom: has,
  max: has,
}
const money = '/api/customer/cryptoCurrency/'
const answers = {
  [`${money}queryWallet`]: done([
    { ...wallet, currency: 'USDT' },
    { ...wallet, currency: 'ETH' },
  ]),
  [`${money}masterBudgetBalance`]: done({ ...master, balance: has, available: has, cardBalance: has }),
  [`${money}queryTransferIn`]: done({ ...depositTerms, min: '8', waiting: '7.35', list: [deposit] }),
  '/api/customer/card/50/1': done(cardsOf([card], [{ ...sampleOpening, total: has }])),
  '/api/customer/card/20/1': done(pageOf([card])),
  '/api/common/cardType/1000/1': done(pageOf([{ ...celadon, openFee: '900' }])),
  '/api/common/getCardType': done({ ...celadon, openFee: '900' }),
  '/api/customer/userBill/5/1': done(pageOf([row])),
  '/api/customer/userBill/30/1': done(pageOf([row])),
  '/api/customer/customerUser/getUser': done(person),
  '/api/customer/message/unreadMessageCount': done({ total: 0, byKind: {} }),
  '/api/customer/card/getCreateCardSuccess': done({ ...order, status: 'success', id: cardId }),
  '/api/customer/card/detail': done(card),
  '/api/customer/card/cardTranscationList/20/1': done(pageOf([])),
  '/api/customer/card/cardLimit': done([{ window: 'day', own: '500', most: '5000', used: '7.35' }]),
  '/api/customer/card/autoRecharge': done(recharged),
  '/api/customer/card/merchants': done({ list: [merchant], expected: '7.35', available: '3' }),
  '/api/customer/message/get': done(arrival),
  [`${money}quote`]: done(quoted),
  [api.quote]: (sent: Record<string, unknown>) => done({ ...quoteOf(sent).data, ...hold }),
  [api.book]: done([savedAddress]),
  [api.list]: done(pageOf([withdrawalOf({ amount: has })])),
  [api.detail]: done(withdrawalOf({ amount: has, receive: '735.14', status: 'done' })),
  [api.out]: { status: 504 },
}
const to = { coin: 'USDT', chain: 'ERC20' }

beforeEach(() => {
  signedInAs()
  stubApi(answers)
})

/** The way to a deposit knows how much. */
function seen({ innerHTML }: Element): string {
  return innerHTML.replace(/ href="[^"]*"/g, '')
}

const pages: [string, Area, ComponentType<PageProps>, Record<string, string>, RegExp][] = [
  ['Home', 'core', Home, {}, /USDT/],
  ['the coins', 'wallet', SelectCoin, {}, /泰达币/],
  ['a deposit in small parts', 'wallet', TransferIn, to, /再转入/],
  ['a withdrawal’s terms', 'wallet', TransferOut, to, /最低提现/],
  ['a withdrawal’s bounds', 'wallet', TransferOut, { ...to, to: savedAddress.address }, /含手续费/],
  [
    'a withdrawal beyond the balance',
    'wallet',
    TransferOut,
    { ...to, to: savedAddress.address, amount: '900' },
    /余额不足/,
  ],
  ['how a withdrawal stands', 'wallet', TransferOut, { id }, /提现/],
  ['bills', 'wallet', Bill, {}, /提现/],
  ['the cards', 'card', Card, {}, /4821/],
  ['a recharge', 'card', ConvertCard, {}, /下一步/],
  ['from a card', 'card', ConvertWallet, {}, /下一步/],
  ['a coin', 'card', ConvertWallet, { coin: 'ETH' }, /下一步/],
  ['paying for a card', 'card', PayOpenCard, { cardTypeId: 'celadon' }, /还差/],
  ['a card that was opened', 'card', PayOpenCard, { orderId: cardId }, /开卡成功/],
  ['the limits of a card', 'card', CardDetail, { id: cardId, open: 'limits' }, /已用/],
  ['who charges a card', 'card', CardDetail, { id: cardId, open: 'merchants' }, /定期扣款/],
  ['what a card recharges by itself', 'card', CardDetail, { id: cardId, open: 'auto' }, /已自动充值/],
  [
    'what was recharged',
    'card',
    () => <MoveDone moved={moved} direction="toCard" cardId={cardId} onAgain={() => {}} />,
    {},
    /充值/,
  ],
  [
    'what was converted',
    'card',
    () => <ConvertDone coin="ETH" converted={{ ...moved, ...converted }} onAgain={() => {}} />,
    {},
    /兑换/,
  ],
  ['what waits for a card', 'messages', MessagePage, { id }, /兑换汇率/],
]

describe('hidden amounts', () => {
  test('no bar tells how much of a limit is used up', async () => {
    await renderPage('card', CardDetail, { query: { id: cardId, open: 'limits' } })
    expect(await screen.findByRole('progressbar', { hidden: true })).toBeTruthy()
    setHideAmounts(true)
    await expect.poll(() => screen.queryByRole('progressbar', { hidden: true })).toBeNull()
  })

  test.each(pages)('%s', async (_name, area, Page, query, words) => {
    const { container } = await renderPage(area, Page, { query })
    await screen.findAllByText(words)
    await expect.poll(() => seen(container)).toMatch(told)
    setHideAmounts(true)
    await expect.poll(() => seen(container)).not.toMatch(told)
  })

  test.each([
    ['core', Home],
    ['card', Card],
  ] as [Area, ComponentType<PageProps>][])(
    'the dots of %s are as large for much as for little',
    async (area, Page) => {
      const much = '123456789.12'
      stubApi({
        ...answers,
        [`${money}masterBudgetBalance`]: done({ ...master, cardBalance: much }),
        '/api/customer/card/50/1': done(cardsOf([{ ...card, available: much }])),
      })
      const { container } = await renderPage(area, Page)
      await waitFor(() => expect(container.querySelector('[data-long]')).not.toBeNull())
      setHideAmounts(true)
      await waitFor(() => expect(container.querySelector('[data-long]')).toBeNull())
    },
  )

  test('a withdrawal without an answer', async () => {
    const { address } = savedAddress
    await decide(transferOut, {
      currency: 'USDT',
      chain: 'ERC20',
      address,
      amount: has,
      receive: '735',
      pin: '135790',
    })
    setHideAmounts(true)
    const { container } = await renderPage('wallet', TransferOut, { query: to })
    ;(await screen.findByText('再次确认')).click()
    await screen.findByText('处理中')
    expect(seen(container)).not.toMatch(told)
  })
})
