import * as account from '../../../src/contract/account.ts'
import { saveAddress } from '../../../src/contract/address.ts'
import { checkAddress, saveToAddressBook } from '../../../src/contract/address-book.ts'
import { applyCard, applyResult, finishApply, payApply } from '../../../src/contract/application.ts'
import { userBill } from '../../../src/contract/bill.ts'
import * as card from '../../../src/contract/card.ts'
import { rename } from '../../../src/contract/card-control.ts'
import { submitFeedback } from '../../../src/contract/feedback.ts'
import { messages } from '../../../src/contract/message.ts'
import * as wallet from '../../../src/contract/wallet.ts'
import { transferOut, transferOutQuote } from '../../../src/contract/withdrawal.ts'
import { until } from '../../fixtures/until.ts'
import { ordersOf } from '../steps/physical.ts'
import type { Town } from '../town/town.ts'
import { nextCodeOf, type Phone, phonePin as pin } from './phone.ts'

/** The ids of what one customer has come to have. */
export interface FullLife {
  email: string
  referCode: string
  friend: string
  /** The first virtual card, with purchases; the second, with an application that is being made; the physical one. */
  cardId: string
  secondCardId: string
  physicalCardId: string
  applicationId: string
  addressId: string
  withdrawalId: string
  ticketId: string
  billId: string
  messageId: string
}

type Someone = { town: Town; phone: Phone }

/** Lives it, through the API and the console of the sandbox: the phone belongs to somebody verified, with a PIN. */
export async function liveFully(town: Town, phone: Phone): Promise<FullLife> {
  const me = { town, phone }
  const { referCode } = await phone.succeed(account.getUser, {})
  await Promise.all([deposit(me, 'USDT', '2000'), deposit(me, 'ETH', '0.75')])
  const [cardId, secondCardId] = [await openCard(me, 'celadon'), await openCard(me, 'cobalt')]
  await phone.succeed(rename, { id: cardId, nickname: 'Groceries' })
  await shop(me, cardId)
  await convert(me)
  const addressId = await moveIn(me)
  const physicalCardId = await receive(me, await order(me, { cardId, addressId }))
  const applicationId = await order(me, { cardId: secondCardId, addressId })
  const withdrawalId = await withdraw(me)
  const friend = await invite(me, referCode)
  const billId = await newest(() => phone.succeed(userBill, { pageSize: 10, page: 1, type: 'consume' }))
  const messageId = await newest(() => phone.succeed(messages, { pageSize: 10, page: 1, kind: 'balance' }))
  const description = 'The shop says that the payment has not arrived. Where is it?'
  const ticket = await phone.succeed(submitFeedback, { description, refType: 'bill', refId: billId })
  return {
    email: phone.email,
    referCode,
    friend,
    cardId,
    secondCardId,
    physicalCardId,
    applicationId,
    addressId,
    withdrawalId,
    ticketId: ticket.id,
    billId,
    messageId,
  }
}

async function deposit({ town, phone }: Someone, currency: 'USDT' | 'ETH', amount: string) {
  const { address } = await phone.succeed(wallet.queryTransferIn, { currency, chain: 'ERC20' })
  await town.console('/chain/deposit', { address, currency, amount })
  await until(async () => {
    const coins = await phone.succeed(wallet.queryWallet, {})
    return coins.some(coin => coin.currency === currency && Number(coin.balance) > 0) ? true : null
  })
}

/** Opens one and recharges it: its first recharge, and one of its own. */
async function openCard({ phone }: Someone, cardTypeId: string): Promise<string> {
  const { orderId } = await phone.succeed(card.openCard, {
    cardTypeId,
    rechargeAmount: '50',
    pin,
    requestId: crypto.randomUUID(),
  })
  const cardId = await until(async () => {
    const { id = null } = await phone.succeed(card.getCreateCardSuccess, { orderId })
    return id
  })
  const requestId = crypto.randomUUID()
  await phone.succeed(wallet.convertToCardBalance, {
    cardId,
    amount: '200',
    currency: 'USDT',
    pin,
    requestId,
  })
  return cardId
}

/** Two purchases, one of them abroad, and one that is declined for want of money. */
async function shop({ town, phone }: Someone, cardId: string) {
  const { last4 } = await phone.succeed(card.detail, { id: cardId })
  const shops = [
    { amount: '12.40', merchant: 'Blue Kiln Coffee', country: 'US', mcc: '5814' },
    { amount: '64.00', merchant: 'Porcelain House', country: 'JP', mcc: '5712' },
    { amount: '999.00', merchant: 'Far Away Airlines', country: 'US', mcc: '4511' },
  ]
  for (const shop of shops) await town.console('/issuer/purchase', { last4, ...shop })
  await until(async () => {
    const { list } = await phone.succeed(userBill, { pageSize: 50, page: 1, cardOutId: cardId })
    const told = JSON.stringify(list)
    return list.some(({ type }) => type === 'consume') && told.includes('declined') ? true : null
  })
}

async function convert({ phone }: Someone) {
  const amount = '0.25'
  const { quoteId } = await phone.succeed(wallet.quote, { from: 'ETH', to: 'USDT', amount })
  const requestId = crypto.randomUUID()
  await phone.succeed(wallet.convertToMasterBalance, { amount, currency: 'ETH', quoteId, pin, requestId })
}

/** Two mailing addresses; the id of the default one. */
async function moveIn({ phone }: Someone): Promise<string> {
  const person = { recipient: 'Wei Lin', email: 'wei@mail.test' }
  const germany = { country: 'DE', state: '', city: 'Meissen', address: 'Talstrasse 9', zipCode: '01662' }
  const china = {
    country: 'CN',
    state: '江西省',
    city: '景德镇市 昌江区',
    address: '窑火路 1 号',
    zipCode: '333000',
  }
  const at = { areaCode: '+49', phone: '15112345678' }
  const { _id } = await phone.succeed(saveAddress, { ...person, ...germany, ...at, isDefault: true })
  const there = { areaCode: '+86', phone: '13800138000' }
  await phone.succeed(saveAddress, { ...person, ...china, ...there, isDefault: false })
  return _id
}

/** Applies for a physical card and pays; the id of the application, which the issuer knows of. */
async function order(
  { town, phone }: Someone,
  { cardId, addressId }: Record<'cardId' | 'addressId', string>,
) {
  const before = (await ordersOf(town)).length
  const { id, total } = await phone.succeed(applyCard, {
    cardId,
    cardTypeId: 'celadon-physical',
    addressId,
    material: 'regular',
    embossName: 'Wei Lin',
  })
  await phone.succeed(payApply, { id, total, pin, requestId: crypto.randomUUID() })
  await until(async () => ((await ordersOf(town)).length > before ? true : null))
  return id
}

/** The newest order is made, mailed and received; the id of the card, which waits for its activation. */
async function receive({ town, phone }: Someone, id: string): Promise<string> {
  const [newest] = await ordersOf(town)
  await town.console(`/issuer/orders/${newest?.id}/advance`, { to: 'shipped' })
  await until(async () => ((await phone.succeed(applyResult, { id })).can.includes('finish') ? true : null))
  const { physicalCardId } = await phone.succeed(finishApply, { id })
  if (!physicalCardId) throw new Error('there is no physical card')
  return physicalCardId
}

/** Saves an address and sends something there, which waits. */
async function withdraw({ town, phone }: Someone): Promise<string> {
  const chain = 'ERC20'
  const before = await town.codeFor(phone.email)
  await phone.succeed(account.sendEmail, { email: phone.email, type: 'transferOut', lang: 'en' })
  const code = await nextCodeOf(town, phone.email, before)
  const typed = '0x52908400098527886e0f7030069857d2e4169ee7'
  const { address } = await phone.succeed(checkAddress, { chain, address: typed })
  await phone.succeed(saveToAddressBook, { chain, address, label: 'Cold wallet', code, pin })
  const asked = { currency: 'USDT', chain, address, amount: '120' }
  const { plan } = await until(async () => {
    const quote = await phone.succeed(transferOutQuote, asked)
    return quote.wait === null ? quote : null
  })
  const requestId = crypto.randomUUID()
  return (await phone.succeed(transferOut, { ...asked, receive: plan?.receive, pin, requestId })).id
}

async function invite({ town, phone }: Someone, referCode: string): Promise<string> {
  const email = `friend-${crypto.randomUUID().slice(0, 8)}@mail.test`
  await phone.succeed(account.sendEmail, { email, type: 'register', lang: 'en' })
  const code = await town.codeFor(email)
  await phone.succeed(account.register, { email, password: 'porcelain1', code, referCode, lang: 'en' })
  return email
}

async function newest(ask: () => Promise<{ list: { id: string }[] }>): Promise<string> {
  return await until(async () => (await ask()).list[0]?.id ?? null)
}
