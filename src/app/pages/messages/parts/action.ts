import { link, routeOf } from '../../../routing/hash-location.tsx'
import { ownRoute } from '../../../routing/own-route.ts'
import type { Message } from './kinds.ts'

const names = {
  bill: 'bill',
  bill2: 'bill',
  cardDetail: 'card',
  rechargeCard: 'recharge',
  rechargeCard2: 'recharge',
  selectRecharge: 'recharge',
  kyc: 'verify',
  safeCenter: 'safety',
  transferOut: 'withdraw',
  service: 'service',
  makeCard: 'physical',
  activateCard: 'physical',
  motifyCardPhone: 'phone',
  feedback: 'ticket',
  info: 'document',
} as const

/** Where a message leads, in a word for the button; only routes of our own. */
export function actionOf({ action, noticeType }: Pick<Message, 'action' | 'noticeType'>) {
  const route = ownRoute(action)
  if (!route) return null
  if (noticeType === 'welcome') return { name: 'begin', href: link('idAuthNew') } as const
  if (/[?&]open=repay$/.test(route)) return { name: 'repay', href: `#${route}` } as const
  const name = names[routeOf(route) as keyof typeof names] ?? 'open'
  return { name, href: `#${route}` } as const
}
