import { computed, signal } from '@preact/signals'
import { userBill } from '../contract/bill.ts'
import type { Call, Output } from '../contract/call.ts'
import { cards } from '../contract/card.ts'
import { unreadMessageCount } from '../contract/message.ts'
import { masterBudgetBalance, queryWallet } from '../contract/wallet.ts'
import { renewUser } from './renew-user.ts'
import { isJustRenewed, type Sent, send } from './send.ts'
import { session } from './state/session.ts'
import { worth } from './state/worth.ts'

/** Everything Home shows of a customer's money. */
export interface Overview {
  /** Whose it is: another customer never sees it. */
  userId: string
  coins: Output<typeof queryWallet>
  master: Output<typeof masterBudgetBalance>
  cards: Output<typeof cards>['list']
  bills: Output<typeof userBill>['list']
  at: Date
}

/** What was loaded last in this visit: shown at once on the way back, with its time when it cannot be renewed. */
export const overview = signal<Overview | null>(null)
export const hasFailed = signal(false)
/** How many messages are unread, as the bell and the row of the account tell it. */
export const unread = signal(0)
let asked = 0
let counted = 0

// Another customer begins anew.
computed(() => session.value?.user.id).subscribe(() => {
  hasFailed.value = false
  unread.value = 0
})

/** Counts the unread messages anew; an answer that a newer question has overtaken is dropped. */
export async function countUnread() {
  counted += 1
  const mine = counted
  const count = await get(unreadMessageCount, {})
  if (count && mine === counted) unread.value = count.total
}

/** Renews the overview; what is shown stays until then. What was asked before somebody asked again is not shown. */
export async function loadOverview() {
  asked += 1
  const mine = asked
  const userId = session.peek()?.user.id
  const [coins, master, cardPage, billPage] = await Promise.all([
    get(queryWallet, {}),
    get(masterBudgetBalance, {}),
    get(cards, { pageSize: 20, page: 1 }),
    get(userBill, { pageSize: 5, page: 1 }),
    countUnread(),
    isJustRenewed().then(isTold => (isTold ? undefined : renewUser())),
  ])
  if (mine !== asked || !userId) return
  hasFailed.value = !(coins && master && cardPage && billPage)
  if (!coins || !master || !cardPage || !billPage) return
  overview.value = { userId, coins, master, cards: cardPage.list, bills: billPage.list, at: new Date() }
}

async function get<C extends Call>(call: C, input: Sent<C>): Promise<Output<C> | null> {
  const reply = await send(call, input, { background: true })
  return reply.ok ? reply.data : null
}

/** What the coins that are held are worth in USDT, for display; `unrated` names those left out for want of a rate. */
export function walletWorth(coins: Overview['coins']) {
  const held = coins.filter(({ balance }) => Number(balance) > 0)
  const worths = held.map(({ balance, currency }) => worth(balance, currency, 'USDT'))
  const names = held.map(({ currency }) => currency)
  return {
    total: sum(worths.filter(amount => amount !== 'NAN')),
    held: names,
    unrated: names.filter((_, index) => worths[index] === 'NAN').join(', '),
  }
}

/** Adds up for display, which cuts off. */
export function sum(amounts: string[]): string {
  const total = amounts.reduce((all, amount) => all + Number(amount), 0)
  return Number.isFinite(total) ? total.toFixed(6) : 'NAN'
}
