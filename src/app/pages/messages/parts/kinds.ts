import type * as z from 'zod/mini'
import type { message, messageKind, NoticeType } from '../../../../contract/message.ts'
import { hideAmounts } from '../../../state/locale.ts'
import type { Amount } from '../../../ui/amount-text.ts'
import type { IconName } from '../../../ui/icon-names.ts'
import { caseOf } from './cases.ts'

export type Message = z.output<typeof message>
export type Kind = z.output<typeof messageKind>
export type TextKind = Exclude<Kind, 'balance'>

/** Those that are read as text, not as sums. */
export const textKinds: readonly TextKind[] = ['system', 'verify', 'feedback']

export const kindIcons: Record<Kind, IconName> = {
  system: 'bell',
  balance: 'wallet',
  verify: 'badge-check',
  feedback: 'message-square',
}

const icons: Record<NoticeType, IconName> = {
  refundArrival: 'rotate-ccw',
  consume: 'shopping-bag',
  rechargeArrival: 'plus',
  deposit: 'arrow-down',
  openCardSuccess: 'credit-card',
  openCardFail: 'circle-alert',
  cardTransfer: 'arrow-left-right',
  converted: 'arrow-left-right',
  declined: 'ban',
  cardState: 'snowflake',
  security: 'shield-check',
  withdraw: 'arrow-up-right',
  application: 'truck',
  verify: 'badge-check',
  welcome: 'gift',
  notice: 'bell',
  reward: 'gift',
  feedback: 'message-square',
  agreement: 'file-text',
  challenge: 'shield-check',
}
const ins: NoticeType[] = ['deposit', 'rechargeArrival', 'refundArrival', 'reward']
const outs: NoticeType[] = ['consume', 'withdraw']

/** What a card's money needs from its owner, among what is told of its state: a frost would say that it is frozen. */
const needsMoney = /^(low|negative|chargeShort|auto(Short|Cap)|fee(Ahead|Short)|dearer)$/

/** The icon of what a message tells of, and its colour when that is bad news. */
export function lookOf(message: Message): { icon: IconName; tone?: 'neg' | 'warn' } {
  const { noticeType, params } = message
  const icon = icons[noticeType]
  if (noticeType === 'declined' || noticeType === 'openCardFail') return { icon, tone: 'neg' }
  if (caseOf(message).isAlarming) return { icon, tone: 'warn' }
  if (noticeType === 'cardState' && needsMoney.test(params.status ?? ''))
    return { icon: 'wallet', tone: 'warn' }
  const isWarning = noticeType === 'verify' && params.decision !== 'approved' && params.decision !== undefined
  return isWarning ? { icon: 'circle-alert', tone: 'warn' } : { icon }
}

/** A coin that came to the address of a card and waits for a yes. */
export function isWaiting({ noticeType, params }: Message): boolean {
  return noticeType === 'cardTransfer' && params.what === 'waiting'
}

/** The sum a balance notice is about: what came in has a plus, what went out a minus, what stayed where it was neither. */
export function amountOf(message: Message): Amount | null {
  const { noticeType, params } = message
  const { amount, currency } = params
  if (!amount || !currency) return null
  if (caseOf(message).isStill) return { amount, currency }
  // What we have adjusted says itself which way it went.
  const isIn = ins.includes(noticeType) || amount.startsWith('+')
  const sum = amount.replace('+', '')
  return { amount: outs.includes(noticeType) ? `-${sum}` : sum, currency, sign: isIn }
}

/**
 * A text of the server: an address that is told by its ends stays in one line, and so does a sum with its currency. While
 * amounts are hidden every sum is covered, its currency is not.
 */
export function readable(text: string): string {
  const sum = /([-−+]?\d[\d,]*(?:\.\d+)?) (?=[A-Z]{3,5}\b)/g
  return text
    .replaceAll('…', '\u2060…\u2060')
    .replace(sum, (_, amount) => `${hideAmounts.value ? '***' : amount}\u00a0`)
}
