import type { DeclineReason } from '../../contract/decline.ts'
import type { Words } from './words.ts'

/** Why a purchase was declined: a reason without words does not compile. */
type DeclineWords = Record<`reason.${DeclineReason}`, string>

/** The words of notices about cards, by language; spread into those of the language. */
export const card: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'cardState.closed': {
      title: ['卡片已注销'],
      content: [
        '尾号 {last4} 的卡已注销，{amount} {currency} 已转入钱包。之后释放的预留金额和退款也会进入钱包。',
        '尾号 {last4} 的卡已注销。之后释放的预留金额和退款会进入钱包。',
        '您的卡已注销。',
      ],
    },
    'cardState.lost': {
      title: ['卡片已挂失'],
      content: [
        '尾号 {last4} 的卡已挂失，不能再消费；{amount} {currency} 已转入钱包。之后释放的预留金额和退款也会进入钱包。',
        '尾号 {last4} 的卡已挂失，不能再消费。之后释放的预留金额和退款会进入钱包。',
        '您的卡已挂失，不能再消费。',
      ],
    },
    'cardTransfer.waiting': {
      title: ['{amount} {currency} 等待转入卡片', '有一笔款项等待转入卡片'],
      content: [
        '尾号 {last4} 的卡地址收到 {amount} {currency}（{chain}）。它不是 USDT，需要您确认：按当时的汇率兑换后转入卡片。确认之前它在钱包里，可以随时使用。',
        '卡地址收到一笔其他币种的款项，需要您确认后兑换并转入卡片。确认之前它在钱包里。',
      ],
    },
    'cardTransfer.confirmed': {
      title: ['{amount} {currency} 已转入卡片', '已转入卡片'],
      content: [
        '{amount} {currency} 已按您的确认兑换，{received} USD 进入尾号 {last4} 的卡。',
        '已按您的确认兑换并转入卡片。',
      ],
    },
    'cardTransfer.adjusted': {
      title: ['余额调整 {amount} {currency}', '余额调整'],
      content: [
        '我们调整了尾号 {last4} 的卡的余额：{amount} {currency}。原因：{note}。如有疑问，请联系客服。',
        '我们调整了您的钱包余额：{amount} {currency}。原因：{note}。如有疑问，请联系客服。',
        '我们调整了您的余额。如有疑问，请联系客服。',
      ],
    },
    'cardTransfer.freed': {
      title: ['{amount} {currency} 已转入钱包', '已转入钱包'],
      content: [
        '尾号 {last4} 的卡已停用，释放的 {amount} {currency} 已转入钱包。',
        '停用的卡释放了一笔预留金额，已转入钱包。',
      ],
    },
    'openCardFail.replacement': {
      title: ['补卡未成功'],
      content: ['发卡方没有开通替换的新卡，没有收取费用。您可以重新开一张卡，或联系客服。'],
    },
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
    'security.cardLimits': {
      title: ['消费限额已修改'],
      content: [
        '尾号 {last4} 的卡的消费限额已修改，立即生效。如果不是您本人操作，请立即冻结卡片。',
        '卡片的消费限额已修改，立即生效。如果不是您本人操作，请立即冻结卡片。',
      ],
    },
    'security.cardRules': {
      title: ['卡片使用设置已修改'],
      content: [
        '尾号 {last4} 的卡的使用渠道或地区已修改，立即生效。如果不是您本人操作，请立即冻结卡片。',
        '卡片的使用渠道或地区已修改，立即生效。如果不是您本人操作，请立即冻结卡片。',
      ],
    },
  },
  en: {
    'cardState.closed': {
      title: ['Card closed'],
      content: [
        'The card ending in {last4} is closed and {amount} {currency} went to your wallet. What is released later, and refunds, go there too.',
        'The card ending in {last4} is closed. What is released later, and refunds, go to your wallet.',
        'Your card is closed.',
      ],
    },
    'cardState.lost': {
      title: ['Card reported lost'],
      content: [
        'The card ending in {last4} is blocked for good and {amount} {currency} went to your wallet. What is released later, and refunds, go there too.',
        'The card ending in {last4} is blocked for good. What is released later, and refunds, go to your wallet.',
        'Your card is blocked for good.',
      ],
    },
    'cardTransfer.waiting': {
      title: ['{amount} {currency} is waiting for your card', 'Money is waiting for your card'],
      content: [
        'The address of the card ending in {last4} received {amount} {currency} ({chain}). It is not USDT, so it needs your yes: it is converted at the rate of that moment and goes to the card. Until then it is in your wallet and free to use.',
        'The address of a card received another coin. With your yes it is converted and goes to the card; until then it is in your wallet.',
      ],
    },
    'cardTransfer.confirmed': {
      title: ['{amount} {currency} went to your card', 'It went to your card'],
      content: [
        '{amount} {currency} was converted as you confirmed, and {received} USD is on the card ending in {last4}.',
        'It was converted as you confirmed, and is on the card.',
      ],
    },
    'cardTransfer.adjusted': {
      title: ['Balance adjusted: {amount} {currency}', 'Balance adjusted'],
      content: [
        'We adjusted the balance of the card ending in {last4} by {amount} {currency}. Why: {note}. Contact us if you have a question.',
        'We adjusted your wallet by {amount} {currency}. Why: {note}. Contact us if you have a question.',
        'We adjusted your balance. Contact us if you have a question.',
      ],
    },
    'cardTransfer.freed': {
      title: ['{amount} {currency} moved to your wallet', 'Moved to your wallet'],
      content: [
        'The card ending in {last4} is no longer in use: {amount} {currency} that was released went to your wallet.',
        'What was released on a card no longer in use went to your wallet.',
      ],
    },
    'openCardFail.replacement': {
      title: ['The card was not replaced'],
      content: [
        'The issuer did not open the card in place of the lost one. Nothing was charged. Open a new card, or contact us.',
      ],
    },
    'refundArrival.dispute-card': {
      title: ['Dispute credit of {amount} {currency}', 'Dispute credit'],
      content: [
        'While your dispute with {merchant} is looked at, {amount} {currency} is back on the card ending in {last4}. It is taken back if the dispute is lost.',
        'A dispute credit has arrived. It is taken back if the dispute is lost.',
      ],
    },
    'refundArrival.dispute-wallet': {
      title: ['Dispute credit of {amount} {currency}', 'Dispute credit'],
      content: [
        'While your dispute with {merchant} is looked at, {amount} {currency} is back. The card is no longer in use, so it went to your wallet. It is taken back if the dispute is lost.',
        'A dispute credit went to your wallet. It is taken back if the dispute is lost.',
      ],
    },
    'refundArrival.dispute-both': {
      title: ['Dispute credit of {amount} {currency}', 'Dispute credit'],
      content: [
        'While your dispute with {merchant} is looked at, {amount} {currency} is back: part of it on the card, the rest in your wallet. It is taken back if the dispute is lost.',
        'A dispute credit has arrived. It is taken back if the dispute is lost.',
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
    'security.cardLimits': {
      title: ['Card limits changed'],
      content: [
        'The limits of the card ending in {last4} were changed, with immediate effect. If this was not you, freeze the card at once.',
        'The limits of a card were changed, with immediate effect. If this was not you, freeze the card at once.',
      ],
    },
    'security.cardRules': {
      title: ['Where the card pays was changed'],
      content: [
        'How and where the card ending in {last4} pays was changed, with immediate effect. If this was not you, freeze the card at once.',
        'How and where a card pays was changed, with immediate effect. If this was not you, freeze the card at once.',
      ],
    },
  },
}

/** Why a purchase was declined, by language. */
export const declines: Record<'zh' | 'en', DeclineWords> = {
  zh: {
    'reason.no_money': '卡片可用余额不足',
    'reason.limit_single': '超过单笔消费限额',
    'reason.limit_day': '超过 24 小时消费限额',
    'reason.limit_month': '超过 30 天消费限额',
    'reason.limit_issuer': '超过发卡方的限额',
    'reason.channel_online': '您关闭了网上支付',
    'reason.channel_contactless': '您关闭了感应支付',
    'reason.channel_atm': '您关闭了 ATM 取现',
    'reason.country_not_allowed': '按您的设置，不能在这个国家或地区使用',
    'reason.velocity': '一分钟内的支付请求过多',
    'reason.card_frozen': '卡片已冻结',
    'reason.account_frozen': '账户已冻结',
    'reason.card_closed': '卡片已注销',
    'reason.card_expired': '卡片已过期',
    'reason.not_activated': '卡片还没有激活',
    'reason.pin_wrong': '卡片密码错误',
    'reason.pin_blocked': '卡片密码已锁定',
    'reason.currency_unsupported': '不支持该币种',
    'reason.merchant_not_accepted': '不支持该商户',
    'reason.security_check': '未通过安全检查',
    'reason.issuer_busy': '发卡方繁忙，请稍后再试',
  },
  en: {
    'reason.no_money': 'not enough available on the card',
    'reason.limit_single': 'above the limit for one purchase',
    'reason.limit_day': 'above the limit for 24 hours',
    'reason.limit_month': 'above the limit for 30 days',
    'reason.limit_issuer': 'above a limit of the issuer',
    'reason.channel_online': 'you switched online payments off',
    'reason.channel_contactless': 'you switched contactless payments off',
    'reason.channel_atm': 'you switched cash withdrawals off',
    'reason.country_not_allowed': 'by your settings the card does not pay in this country',
    'reason.velocity': 'too many purchases within a minute',
    'reason.card_frozen': 'the card is frozen',
    'reason.account_frozen': 'the account is frozen',
    'reason.card_closed': 'the card is closed',
    'reason.card_expired': 'the card has expired',
    'reason.not_activated': 'the card is not activated yet',
    'reason.pin_wrong': 'wrong card PIN',
    'reason.pin_blocked': 'the card PIN is blocked',
    'reason.currency_unsupported': 'the currency is not supported',
    'reason.merchant_not_accepted': 'the merchant is not accepted',
    'reason.security_check': 'a security check failed',
    'reason.issuer_busy': 'the issuer is busy, please try again',
  },
}
