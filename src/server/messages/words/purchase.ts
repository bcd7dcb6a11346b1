import type { DeclineReason } from '../../../contract/decline.ts'
import type { Words } from './template.ts'

/** Why a purchase was declined: a reason without words does not compile. */
type DeclineWords = Record<`reason.${DeclineReason}`, string>

/** The words of what becomes of a purchase, by language; spread into those of the language. */
export const purchase: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'refundArrival.dispute-card': {
      title: ['争议款项 {amount} {currency} 暂时退回', '争议款项暂时退回'],
      content: [
        '您对 {merchant} 提出的争议正在处理，{amount} {currency} 已暂时退回尾号 {last4} 的卡；若争议不成立会收回。',
        '争议款项已暂时退回；若争议不成立会收回。',
      ],
    },
    'refundArrival.dispute-wallet': {
      title: ['争议款项 {amount} {currency} 暂时退回', '争议款项暂时退回'],
      content: [
        '您对 {merchant} 提出的争议正在处理，{amount} {currency} 已暂时退回。卡片已停用，款项进入钱包；若争议不成立会收回。',
        '争议款项已暂时退入钱包；若争议不成立会收回。',
      ],
    },
    'refundArrival.dispute-both': {
      title: ['争议款项 {amount} {currency} 暂时退回', '争议款项暂时退回'],
      content: [
        '您对 {merchant} 提出的争议正在处理，{amount} {currency} 已暂时退回，一部分进入卡片，其余进入钱包；若争议不成立会收回。',
        '争议款项已暂时退回；若争议不成立会收回。',
      ],
    },
    'consume.authorized': {
      title: ['消费 {amount} {currency}', '卡片消费'],
      content: [
        '尾号 {last4} 的卡在 {merchant} 消费 {amount} {currency}。款项已预留，商户入账后扣除；金额有变化会再通知您。',
        '您的卡有一笔消费，点击查看。',
      ],
    },
    'consume.increased': {
      title: ['预留金额增加 {amount} {currency}', '预留金额增加'],
      content: [
        '{merchant} 把同一笔消费的预留金额增加了 {amount} {currency}，尾号 {last4} 的卡现共预留 {reserved} {currency}。这不是新的一笔。',
        '一笔消费的预留金额增加了，点击查看。',
      ],
    },
    'consume.claimed': {
      title: ['商户收取 {amount} {currency}', '商户收款'],
      content: [
        '{merchant} 从尾号 {last4} 的卡收取 {amount} {currency}，此前预留 {reserved} {currency}。这是同一笔消费，不是新的一笔。',
        '商户收取的金额与预留的不同，点击查看。',
      ],
    },
    'consume.unannounced': {
      title: ['商户收取 {amount} {currency}', '商户收款'],
      content: [
        '{merchant} 没有事先请求授权，直接从尾号 {last4} 的卡收取 {amount} {currency}。如果您不认识这笔消费，请在账单里提出争议。',
        '商户没有事先请求授权，直接收取了一笔款项，点击查看。',
      ],
    },
    'refundArrival.released': {
      title: ['{amount} {currency} 没有扣除', '预留金额已释放'],
      content: [
        '{merchant} 没有收取这笔款项，预留的 {amount} {currency} 已回到尾号 {last4} 的卡的可用余额。',
        '商户没有收取的款项已回到卡的可用余额。',
      ],
    },
    'consume.refundWithdrawn': {
      title: ['退款 {amount} {currency} 被收回', '退款被收回'],
      content: [
        '{merchant} 收回了退给尾号 {last4} 的卡的 {amount} {currency}。',
        '商户收回了一笔退款，点击查看。',
      ],
    },
    'consume.disputeReversed': {
      title: ['争议款项 {amount} {currency} 已收回', '争议款项已收回'],
      content: [
        '您对 {merchant} 提出的争议没有成立，暂时退回的 {amount} {currency} 已收回。',
        '争议没有成立，暂时退回的款项已收回。',
      ],
    },
  },
  en: {
    'refundArrival.dispute-card': {
      title: ['Dispute credit of {amount} {currency}', 'Dispute credit'],
      content: [
        'While your dispute with {merchant} is decided, {amount} {currency} is back on the card ending in {last4}. It is taken back if the dispute is lost.',
        'A dispute credit has arrived. It is taken back if the dispute is lost.',
      ],
    },
    'refundArrival.dispute-wallet': {
      title: ['Dispute credit of {amount} {currency}', 'Dispute credit'],
      content: [
        'While your dispute with {merchant} is decided, {amount} {currency} is back. The card is no longer in use, so it went to your wallet. It is taken back if the dispute is lost.',
        'A dispute credit went to your wallet. It is taken back if the dispute is lost.',
      ],
    },
    'refundArrival.dispute-both': {
      title: ['Dispute credit of {amount} {currency}', 'Dispute credit'],
      content: [
        'While your dispute with {merchant} is decided, {amount} {currency} is back: part of it on the card, the rest in your wallet. It is taken back if the dispute is lost.',
        'A dispute credit has arrived. It is taken back if the dispute is lost.',
      ],
    },
    'consume.authorized': {
      title: ['You paid {amount} {currency}', 'Card purchase'],
      content: [
        '{amount} {currency} at {merchant} with the card ending in {last4}. It is reserved until the merchant posts it; we will tell you if the amount changes.',
        'There was a purchase with your card. Tap to see.',
      ],
    },
    'consume.increased': {
      title: ['{amount} {currency} more reserved', 'More reserved'],
      content: [
        '{merchant} raised the same purchase by {amount} {currency}: {reserved} {currency} is reserved now on the card ending in {last4}. It is not a new purchase.',
        'A purchase was raised. Tap to see.',
      ],
    },
    'consume.claimed': {
      title: ['The merchant charged {amount} {currency}', 'The merchant charged a purchase'],
      content: [
        '{merchant} charged {amount} {currency} to the card ending in {last4}; {reserved} {currency} was reserved. It is the same purchase, not a new one.',
        'The merchant charged another amount than was reserved. Tap to see.',
      ],
    },
    'consume.unannounced': {
      title: ['The merchant charged {amount} {currency}', 'The merchant charged a purchase'],
      content: [
        '{merchant} charged {amount} {currency} to the card ending in {last4} without an authorization. If you do not know this purchase, dispute it in Activity.',
        'A merchant charged a card without an authorization. Tap to see.',
      ],
    },
    'refundArrival.released': {
      title: ['{amount} {currency} was not charged', 'A reserved amount is released'],
      content: [
        '{merchant} did not charge it: the reserved {amount} {currency} is available again on the card ending in {last4}.',
        'What the merchant did not charge is available again.',
      ],
    },
    'consume.refundWithdrawn': {
      title: ['A refund of {amount} {currency} was taken back', 'A refund was taken back'],
      content: [
        '{merchant} took back {amount} {currency} that it had returned to the card ending in {last4}.',
        'A merchant took back a refund. Tap to see.',
      ],
    },
    'consume.disputeReversed': {
      title: ['Dispute credit of {amount} {currency} taken back', 'Dispute credit taken back'],
      content: [
        'Your dispute with {merchant} was lost: the credit of {amount} {currency} was taken back.',
        'A dispute was lost: its credit was taken back.',
      ],
    },
  },
}

/** Why a purchase was declined, by language. */
export const declines: Record<'zh' | 'en', DeclineWords> = {
  zh: {
    'reason.no_money': '卡片可用余额不足',
    'reason.limit_single': '超出单笔消费限额',
    'reason.limit_day': '超出 24 小时消费限额',
    'reason.limit_month': '超出 30 天消费限额',
    'reason.limit_merchant': '超出您给这家商户设的 30 天上限',
    'reason.limit_issuer': '超出发卡方限额',
    'reason.channel_online': '您关闭了网上支付',
    'reason.channel_contactless': '您关闭了感应支付',
    'reason.channel_atm': '您关闭了 ATM 取现',
    'reason.country_not_allowed': '按您的设置，不能在这个国家或地区使用',
    'reason.merchant_stopped': '您不再允许这家商户扣款',
    'reason.merchant_not_listed': '这张卡只允许您指定的商户扣款',
    'reason.category_stopped': '您已停止在这类商户付款',
    'reason.velocity': '一分钟内的支付请求过多',
    'reason.card_frozen': '卡片已冻结',
    'reason.card_held': '为了安全，卡片已被冻结，请联系客服',
    'reason.account_frozen': '账户已冻结',
    'reason.card_closed': '卡片已注销',
    'reason.card_expired': '卡片已过期',
    'reason.not_activated': '卡片还没有激活',
    'reason.pin_wrong': '卡 PIN 错误',
    'reason.pin_blocked': '卡 PIN 已锁定',
    'reason.currency_unsupported': '不支持该币种',
    'reason.merchant_not_accepted': '不支持该商户',
    'reason.category_blocked': '发卡方不支持这类商户',
    'reason.three_ds_missing': '商户没有发起 3-D Secure 验证',
    'reason.three_ds_failed': '没有及时通过 3-D Secure 验证，请核对接收验证短信的手机号',
    'reason.three_ds_denied': '您拒绝了这笔付款；如果拒绝的不是您本人，请冻结卡片',
    'reason.three_ds_expired': '没有及时在应用里确认，请重新付款并在几分钟内确认',
    'reason.security_check': '未通过安全检查',
    'reason.issuer_busy': '发卡方繁忙，请稍后再试',
  },
  en: {
    'reason.no_money': 'not enough available on the card',
    'reason.limit_single': 'over the per-purchase limit',
    'reason.limit_day': 'over the 24-hour limit',
    'reason.limit_month': 'over the 30-day limit',
    'reason.limit_merchant': 'over the 30-day cap you set for this merchant',
    'reason.limit_issuer': 'over the issuer’s limit',
    'reason.channel_online': 'you switched online payments off',
    'reason.channel_contactless': 'you switched contactless payments off',
    'reason.channel_atm': 'you switched cash withdrawals off',
    'reason.country_not_allowed': 'your settings do not allow this country or region',
    'reason.merchant_stopped': 'you no longer let this merchant charge the card',
    'reason.merchant_not_listed': 'only the merchants you chose may charge the card',
    'reason.category_stopped': 'you have stopped this type of shop',
    'reason.velocity': 'too many payments within a minute',
    'reason.card_frozen': 'the card is frozen',
    'reason.card_held': 'the card is frozen for safety, please contact us',
    'reason.account_frozen': 'the account is frozen',
    'reason.card_closed': 'the card is closed',
    'reason.card_expired': 'the card has expired',
    'reason.not_activated': 'the card is not activated yet',
    'reason.pin_wrong': 'wrong card PIN',
    'reason.pin_blocked': 'the card PIN is blocked',
    'reason.currency_unsupported': 'the currency is not supported',
    'reason.merchant_not_accepted': 'the merchant is not accepted',
    'reason.category_blocked': 'the issuer does not allow this type of merchant',
    'reason.three_ds_missing': 'the merchant did not ask for 3-D Secure',
    'reason.three_ds_failed':
      '3-D Secure was not completed in time, please check the phone number that gets its codes',
    'reason.three_ds_denied': 'you denied this payment; if that was not you, freeze the card',
    'reason.three_ds_expired':
      'it was not confirmed in the app in time, please pay again and confirm within a few minutes',
    'reason.security_check': 'a security check failed',
    'reason.issuer_busy': 'the issuer is busy, please try again later',
  },
}
