/** The languages of every text. */
export type Lang = 'zh' | 'en'

/** Shorter texts; `{name}` is a number of `numbers.ts`. */
export const texts = {
  zh: {
    shipping: '实体卡申请约 {approveDays} 天审核，通过后 {shipDays} 天内寄出。',
    refund: '退款金额以商户和银行结算为准，消费费、跨境费和汇率差额不退。',
    crossBorder: '在发卡地区以外消费会产生跨境费，以非美元消费可能有汇率差额。',
    hours: '每天 09:00–21:00（UTC+8），安全问题全天处理',
    complaint: [
      '第一步：在应用内提交反馈，{answerHours} 小时内答复。',
      '第二步：不满意时回复“升级”，由另一位负责人在 {escalatedDays} 个工作日内复核。',
      '第三步：仍未解决，可以致信投诉邮箱，我们在 {complaintDays} 天内给出书面结论。',
    ],
    invite: [
      '把邀请码或链接分享给朋友，对方注册时填写即建立邀请关系，之后不能更改。',
      '朋友完成身份认证并首次给卡充值后，{reward} USDT 奖励进入您的钱包，每位朋友一次。',
      '同一个人的两个账号，或在同一台设备上注册的账号，没有奖励；邀请页会写明原因。',
      '奖励从预先拨出的资金支付。资金暂时用完时，奖励保留，补足后自动发放。',
    ],
    inviteOff: [
      '把邀请码或链接分享给朋友，对方注册时填写即建立邀请关系，之后不能更改。',
      '朋友完成身份认证、开卡和充值后，您会在邀请页看到进展。',
      '目前没有邀请奖励；在此期间完成的邀请以后也不会补发。',
    ],
    poster: { title: '数字资产，刷卡即付', subtitle: '扫码注册 Glaze' },
    preview: {
      name: 'Glaze 釉',
      invited: '好友邀请您使用 Glaze 釉',
      about: '数字资产钱包与支付卡：充值 USDT，开通虚拟卡，在全球商户消费。',
      picture: '青瓷色的 Glaze 支付卡',
      open: '打开 Glaze',
    },
    channels: '只有这里列出的渠道属于我们。设了防钓鱼短语后，没有它的邮件也是假的。',
  },
  en: {
    shipping:
      'A physical card is approved in about {approveDays} days and ships within {shipDays} days after that.',
    refund:
      'Merchant and bank decide the amount of a refund. Purchase fees, cross-border fees and exchange differences are not refunded.',
    crossBorder:
      'Paying outside the region of the card costs a cross-border fee; in another currency than US dollars, exchange differences are possible.',
    hours: '09:00–21:00 (UTC+8) every day; security matters around the clock',
    complaint: [
      'First: send feedback in the app. We answer within {answerHours} hours.',
      'Second: not satisfied? Reply “escalate”, and someone else decides within {escalatedDays} working days.',
      'Third: still open? Write to the complaints address; you get a written conclusion within {complaintDays} days.',
    ],
    invite: [
      'Share your code or link. Whoever registers with it is invited by you; that cannot be changed later.',
      'When they are verified and have recharged a card for the first time, {reward} USDT is paid into your wallet, once for each of them.',
      'There is no reward for a second account of the same person, or one registered on the same device; the invite page says why.',
      'Rewards are paid from money set aside for them. When that has run out a reward is kept, and paid as soon as there is more.',
    ],
    inviteOff: [
      'Share your code or link. Whoever registers with it is invited by you; that cannot be changed later.',
      'When they are verified, have opened a card and recharged it, you see it on the invite page.',
      'There are no rewards at present, nor later for what happens meanwhile.',
    ],
    poster: { title: 'Spend crypto like cash', subtitle: 'Scan to join Glaze' },
    preview: {
      name: 'Glaze',
      invited: 'A friend invites you to Glaze',
      about: 'A wallet and payment card for digital assets: deposit USDT, open a virtual card, pay anywhere.',
      picture: 'Payment cards of Glaze, the uppermost in celadon green',
      open: 'Open Glaze',
    },
    channels:
      'Only the channels listed here are ours. Once you have an anti-phishing phrase, an e-mail without it is a fake too.',
  },
}
