import type { Words } from './words.ts'

/** The words of notices in Chinese, the source. */
export const zh: Words = {
  notices: {
    welcome: {
      title: ['欢迎来到 Glaze'],
      content: [
        '三步就能用卡消费：完成身份认证，设置资金密码，充值并开卡。有任何问题，随时在“我的 → 帮助”里找我们。',
      ],
    },
    deposit: {
      title: ['{amount} {currency} 已到账', '充币已到账'],
      content: [
        '你充入的 {amount} {currency}（{chain}）已确认，可以使用了。',
        '你充入的 {amount} {currency} 已确认，可以使用了。',
        '你的充币已确认，可以使用了。',
      ],
    },
    withdraw: {
      title: ['提币 {amount} {currency}', '提币进展'],
      content: ['你的提币 {amount} {currency} 有新进展，点击查看。', '你的提币有新进展，点击查看。'],
    },
    openCardSuccess: {
      title: ['开卡成功'],
      content: [
        '尾号 {last4} 的 {cardType} 已开通，现在就可以充值和消费。',
        '尾号 {last4} 的卡已开通，现在就可以充值和消费。',
        '你的新卡已开通，现在就可以充值和消费。',
      ],
    },
    openCardFail: {
      title: ['开卡未成功'],
      content: [
        '发卡方没有开通这张卡，{amount} {currency} 已全部退回钱包。',
        '发卡方没有开通这张卡，费用已全部退回钱包。',
      ],
    },
    rechargeArrival: {
      title: ['卡片充值 {amount} {currency} 到账', '卡片充值到账'],
      content: [
        '{amount} {currency} 已充入尾号 {last4} 的卡。',
        '{amount} {currency} 已充入卡片。',
        '充值已进入卡片。',
      ],
    },
    consume: {
      title: ['消费 {amount} {currency}', '卡片消费'],
      content: [
        '尾号 {last4} 的卡在 {merchant} 消费 {amount} {currency}。',
        '尾号 {last4} 的卡消费 {amount} {currency}。',
        '你的卡有一笔消费，点击查看。',
      ],
    },
    declined: {
      title: ['{amount} {currency} 的消费被拒绝', '消费被拒绝'],
      content: [
        '尾号 {last4} 的卡在 {merchant} 的消费未通过：{reason}。没有扣款，也不收取费用。',
        '尾号 {last4} 的卡消费未通过：{reason}。没有扣款，也不收取费用。',
        '一笔消费未通过：{reason}。没有扣款，也不收取费用。',
        '一笔消费未通过，没有扣款，也不收取费用。',
      ],
    },
    refundArrival: {
      title: ['退款 {amount} {currency} 到账', '退款到账'],
      content: [
        '{merchant} 退回 {amount} {currency}，已进入尾号 {last4} 的卡。',
        '{merchant} 退回 {amount} {currency}，已到账。',
        '{amount} {currency} 的退款已到账。',
        '一笔退款已到账。',
      ],
    },
    cardTransfer: {
      title: ['卡片转账 {amount} {currency}', '卡片转账'],
      content: [
        '尾号 {last4} 的卡转账 {amount} {currency}。',
        '{amount} {currency} 已转账。',
        '你的卡有一笔转账，点击查看。',
      ],
    },
    cardState: {
      title: ['卡片状态有变化'],
      content: ['尾号 {last4} 的卡状态有变化，点击查看。', '你的卡状态有变化，点击查看。'],
    },
    security: {
      title: ['安全提醒'],
      content: ['你的账号安全设置有变化。如果不是你本人操作，请立即重设登录密码并联系客服。'],
    },
    application: { title: ['实体卡申请'], content: ['你的实体卡申请有新进展，点击查看。'] },
    verify: { title: ['身份认证'], content: ['你的身份认证有新进展，点击查看。'] },
  },
  variants: {
    'refundArrival.wallet': {
      title: ['已退入钱包'],
      content: ['{merchant} 退回 {amount} {currency}。卡片已注销，款项已进入钱包。', '退款已进入钱包。'],
    },
    'refundArrival.both': {
      title: ['退款到账'],
      content: ['{merchant} 退回 {amount} {currency}，一部分进入卡片，其余进入钱包。', '退款已到账。'],
    },
    'verify.approved': { title: ['身份认证已通过'], content: ['现在可以开卡了。'] },
    'verify.reject': {
      title: ['身份认证未通过'],
      content: ['{reason}', '提交的资料没有通过审核，请重新认证。'],
    },
    'verify.need_more': { title: ['身份认证需要补充资料'], content: ['{reason}', '请补充资料后再次提交。'] },
    'security.newDevice': {
      title: ['新设备登录'],
      content: [
        '{device}（IP {ip}）登录了你的账号。如果不是你本人，请立即修改登录密码。',
        '一台新设备登录了你的账号。如果不是你本人，请立即修改登录密码。',
      ],
    },
    'security.passwordChanged': {
      title: ['登录密码已修改'],
      content: ['其他设备已退出登录，提币暂停 24 小时。如果不是你本人操作，请立即联系客服。'],
    },
    'security.passwordReset': {
      title: ['登录密码已重置'],
      content: ['所有设备已退出登录，提币暂停 24 小时。如果不是你本人操作，请立即联系客服。'],
    },
    'security.pinSet': {
      title: ['资金密码已设置'],
      content: ['动用资金时都会用到它，请牢记，也不要告诉任何人。'],
    },
    'security.pinChanged': {
      title: ['资金密码已修改'],
      content: ['提币暂停 24 小时，其他功能照常使用。如果不是你本人操作，请立即联系客服。'],
    },
    'security.telegramBound': {
      title: ['已绑定 Telegram'],
      content: ['{name} 现在可以登录你的账号。动用资金仍然需要资金密码。', 'Telegram 现在可以登录你的账号。'],
    },
    'security.cardViewed': {
      title: ['查看了卡片信息'],
      content: [
        '尾号 {last4} 的完整卡号刚刚在 {device} 上显示。如果不是你本人，请立即冻结卡片。',
        '完整卡号刚刚被查看。如果不是你本人，请立即冻结卡片。',
      ],
    },
    'security.telegramUnbound': { title: ['已解绑 Telegram'], content: ['以后请用邮箱和密码登录。'] },
    'cardState.active': {
      title: ['卡片可以使用了'],
      content: ['尾号 {last4} 的卡现在可以消费。', '你的卡现在可以消费。'],
    },
    'cardState.frozen_user': {
      title: ['卡片已冻结'],
      content: ['尾号 {last4} 的卡已按你的要求冻结，解冻前不能消费。', '你的卡已冻结，解冻前不能消费。'],
    },
    'cardState.frozen_risk': {
      title: ['卡片被暂停使用'],
      content: [
        '为了安全，尾号 {last4} 的卡暂停使用，请联系客服。',
        '为了安全，你的卡暂停使用，请联系客服。',
      ],
    },
    'cardState.negative': {
      title: ['卡片余额为负'],
      content: [
        '尾号 {last4} 的卡余额为负，充值补足后即可继续消费，不收取费用。',
        '充值补足后即可继续消费，不收取费用。',
      ],
    },
    'cardState.closed': { title: ['卡片已注销'], content: ['尾号 {last4} 的卡已注销。', '你的卡已注销。'] },
  },
  values: {
    'reason.no_money': '卡片可用余额不足',
    'reason.limit_single': '超过单笔消费限额',
    'reason.limit_issuer': '超过发卡方的限额',
    'reason.card_frozen': '卡片已冻结',
    'reason.card_closed': '卡片已注销',
    'reason.card_expired': '卡片已过期',
    'reason.not_activated': '卡片还没有激活',
    'reason.pin_wrong': '卡片密码错误',
    'reason.pin_blocked': '卡片密码已锁定',
    'reason.currency_unsupported': '不支持该币种',
    'reason.merchant_not_accepted': '不支持该商户',
    'reason.security_check': '未通过安全检查',
    'reason.issuer_busy': '发卡方繁忙，请稍后再试',
    'reason.card_open_failed': '发卡方没有开通',
    'reason.budget_failed': '发卡方没有建立资金账户',
  },
}
