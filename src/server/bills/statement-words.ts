/** The language of a statement. */
export type Lang = 'zh' | 'en'

// The words of statements. Keys are the ledger's reasons and the fields of the paper.

const zh = {
  title: '账户对账单',
  cardTitle: '卡片对账单',
  customer: '客户',
  period: '期间',
  to: '至',
  zone: '时区',
  madeAt: '生成时间',
  notOver: '本期尚未结束，数据截至生成时间。',
  overview: '账户总览',
  account: '账户',
  currency: '币种',
  line: '记录',
  time: '时间',
  what: '说明',
  place: '商户或对方',
  reference: '编号',
  amount: '金额',
  balance: '余额',
  note: '我的备注',
  opening: '期初余额',
  closing: '期末余额',
  in: '收入合计',
  out: '支出合计',
  entry: '明细',
  held: '处理中',
  heldTitle: '处理中的预留金额',
  heldNote: '以下金额在生成时已预留但尚未入账，不计入上述余额的变动，仅供参考。',
  noEntries: '本期没有资金变动。',
  continued: '（续）',
  wallet: '钱包',
  card: '卡尾号',
  reconciled: '期初余额加上每笔变动等于期末余额，与账本一致。',
  feeIncluded: '含手续费',
  proof: '验证编码',
  proofHow: '扫码或打开网址，即可核对这份文件是否由 Glaze 出具、有无改动：',
  'reason.deposit': '链上充值',
  'reason.remittance': '链上充卡',
  'reason.card-transfer': '到账转入卡片',
  'reason.recharge': '卡片充值',
  'reason.recharge-fee': '充值费',
  'reason.open-fee': '开卡费',
  'reason.annual-fee': '年费',
  'reason.open-card': '开卡预留',
  'reason.apply-card': '实体卡预留',
  'reason.card-making': '制卡费',
  'reason.card-mailing': '邮寄费',
  'reason.card-refund': '制卡与邮寄费退回',
  'reason.authorization': '消费授权',
  'reason.clearing': '消费',
  'reason.consumption-fee': '消费费',
  'reason.cross-border-fee': '跨境费',
  'reason.refund': '退款',
  'reason.refund-withdrawal': '退款被商户收回',
  'reason.card-to-wallet': '卡转钱包',
  'reason.convert': '兑换',
  'reason.invite-reward': '邀请奖励',
  'reason.adjustment': '人工调整',
  'reason.waived': '注销时放弃的零头',
  'reason.convert-fee': '兑换手续费',
  'reason.withdrawal': '提现',
  'reason.withdrawal-fee': '提现手续费',
  'reason.other': '资金变动',
}

/** A key of the words. */
export type StatementWord = keyof typeof zh

const en: Record<StatementWord, string> = {
  title: 'Account statement',
  cardTitle: 'Card statement',
  customer: 'Customer',
  period: 'Period',
  to: 'to',
  zone: 'Time zone',
  madeAt: 'Created',
  notOver: 'The period is not over: this is the state when it was created.',
  overview: 'Accounts',
  account: 'Account',
  currency: 'Currency',
  line: 'Line',
  time: 'Time',
  what: 'What',
  place: 'With',
  reference: 'Reference',
  amount: 'Amount',
  balance: 'Balance',
  note: 'My note',
  opening: 'Opening balance',
  closing: 'Closing balance',
  in: 'Total in',
  out: 'Total out',
  entry: 'Entry',
  held: 'Pending',
  heldTitle: 'Pending, reserved',
  heldNote:
    'Reserved when this was created and not booked yet. Not part of the balances above; for information only.',
  noEntries: 'No movements in this period.',
  continued: ' (continued)',
  wallet: 'Wallet',
  card: 'Card',
  reconciled: 'Opening balance plus every movement is the closing balance, as in the books.',
  feeIncluded: 'fee included',
  proof: 'Code of this statement',
  proofHow: 'Scan, or open this address, to check that this file is ours and unaltered:',
  'reason.deposit': 'Deposit',
  'reason.remittance': 'On-chain recharge',
  'reason.card-transfer': 'Deposit moved to the card',
  'reason.recharge': 'Card recharge',
  'reason.recharge-fee': 'Recharge fee',
  'reason.open-fee': 'Card opening fee',
  'reason.annual-fee': 'Annual card fee',
  'reason.open-card': 'Card opening',
  'reason.apply-card': 'Reserved for a physical card',
  'reason.card-making': 'Card making fee',
  'reason.card-mailing': 'Card mailing fee',
  'reason.card-refund': 'Making and mailing fees returned',
  'reason.authorization': 'Card authorization',
  'reason.clearing': 'Purchase',
  'reason.consumption-fee': 'Purchase fee',
  'reason.cross-border-fee': 'Cross-border fee',
  'reason.refund': 'Refund',
  'reason.refund-withdrawal': 'Refund taken back by the merchant',
  'reason.card-to-wallet': 'Card to wallet',
  'reason.convert': 'Conversion',
  'reason.invite-reward': 'Invitation reward',
  'reason.adjustment': 'Adjustment',
  'reason.waived': 'Remainder given up with the account',
  'reason.convert-fee': 'Conversion fee',
  'reason.withdrawal': 'Withdrawal',
  'reason.withdrawal-fee': 'Withdrawal fee',
  'reason.other': 'Movement',
}

/** The words of one language. */
export function wordsIn(lang: Lang): (key: StatementWord) => string {
  const words = lang === 'zh' ? zh : en
  return key => words[key]
}

/** What the ledger's reason is called; a reason without a name is a movement all the same. */
export function reasonIn(lang: Lang, reason: string): string {
  const key = `reason.${reason}`
  return wordsIn(lang)(isWord(key) ? key : 'reason.other')
}

function isWord(key: string): key is StatementWord {
  return Object.hasOwn(zh, key)
}
