import { type RawBuilder, sql } from 'kysely'
import type { BillKind } from '../../contract/bill.ts'
import type { BillTable } from './tables.ts'

/** The reader's language. */
export type Lang = 'zh' | 'en'

/** What the app calls some rows, and which they are. */
export interface Shown {
  /** The key of these words in the app; a test holds them to the same words. */
  key: string
  zh: string
  en: string
  /** What they were called in Chinese, or how else it is typed: statements that somebody saved say it for good. */
  zhBefore?: string
  rows: RawBuilder<boolean>
}

/** A withdrawal, or its fee: what ends them before they are paid is that their customer takes them back. */
const isTakenBack = sql<boolean>`kind = 'withdraw' or (kind = 'fee' and ${marked(' withdrawFee')})`

/** Every word that stands on a row of bills and is in none of its fields. */
export const shownWords: readonly Shown[] = [
  ofKind('deposit', '充值到账', 'Deposit'),
  ofKind('withdraw', '提现', 'Withdrawal'),
  ofKind('openCard', '开卡', 'Card opening'),
  { ...ofKind('topUp', '卡片充值', 'Card recharge'), zhBefore: '充卡' },
  { ...ofKind('remittance', '链上充卡', 'On-chain recharge'), zhBefore: '链上直充卡片' },
  ofKind('transfer', '划转', 'Transfer'),
  ofKind('fee', '手续费', 'Fee'),
  ofKind('cardTransaction', '卡交易', 'Card authorization'),
  ofKind('consume', '卡消费', 'Card payment'),
  ofKind('refund', '退款', 'Refund'),
  ofStatus('pending', '处理中', 'Pending'),
  ofStatus('declined', '已拒绝', 'Declined'),
  {
    ...ofStatus('reversed', '已撤销', 'Reversed'),
    rows: sql`status = 'reversed' and not (${isTakenBack}) and kind <> 'openCard'`,
  },
  {
    key: 'billStatus.takenBack',
    zh: '已撤回',
    en: 'Canceled',
    zhBefore: '已撤销',
    rows: sql`status = 'reversed' and (${isTakenBack})`,
  },
  {
    key: 'billStatus.cancelled',
    zh: '已取消',
    en: 'Canceled',
    zhBefore: '已撤销',
    rows: sql`status = 'reversed' and kind = 'openCard'`,
  },
  ofStatus('expired', '已过期', 'Expired'),
  ofStatus('failed', '失败', 'Failed'),
  { key: 'wallet.bill.done', zh: '已完成', en: 'Done', rows: sql`status = 'done'` },
  { key: 'wallet.wallet', zh: '钱包', en: 'Wallet', rows: marked('wallet') },
  { key: 'wallet.card', zh: '卡尾号', en: 'Card', rows: marked('card') },
  { ...ofFee('rechargeFee', '充值费', 'Recharge fee'), zhBefore: '充卡手续费' },
  ofFee('annualFee', '卡片年费', 'Annual card fee'),
  ofFee('mailingFee', '卡片邮寄费', 'Card mailing fee'),
  ofFee('withdrawFee', '提现手续费', 'Withdrawal fee'),
  { ...ofFee('consumeFee', '消费费', 'Purchase fee'), zhBefore: '消费手续费' },
  { ...ofFee('crossBorderFee', '跨境费', 'Cross-border fee'), zhBefore: '跨境手续费' },
  ofFee('convertFee', '兑换手续费', 'Conversion fee'),
  ofFee('waivedRest', '注销时放弃的零头', 'Remainder given up'),
  titled('deposit', '链上充值', 'Deposit on chain', sql`kind = 'deposit' and status <> 'done'`),
  titled('openCard', '开卡', 'Card opening', marked(' of ')),
  {
    ...titled('convert', '兑换成 USDT', 'to USDT', sql`kind = 'transfer' and ${marked(' rate')}`),
    zhBefore: '兑换成USDT',
  },
  titled('reward', '邀请奖励', 'Invitation reward', sql`kind = 'transfer' and ${marked(' reward')}`),
  titled('auto', '自动充值', 'Automatic recharge', sql`kind = 'topUp' and ${marked(' auto')}`),
  titled('adjusted', '余额调整', 'Balance adjustment', marked(' adjusted')),
  titled('dispute', '争议退款', 'Dispute credit', sql`${marked(' dispute')} and not ${marked(' withdrawn')}`),
  titled(
    'disputeReversed',
    '争议款项收回',
    'Dispute credit taken back',
    sql`${marked(' dispute')} and ${marked(' withdrawn')}`,
  ),
  titled(
    'withdrawn',
    '退款被商户收回',
    'Refund taken back',
    sql`${marked(' withdrawn')} and not ${marked(' dispute')}`,
  ),
  ofGlaze('Celadon', '青瓷'),
  ofGlaze('Ru', '汝窑'),
  ofGlaze('Oxblood', '郎红'),
  ofGlaze('Tenmoku', '建盏'),
  ofGlaze('Cobalt', '霁蓝'),
  ofGlaze('Bisque', '素胎'),
  {
    key: 'cardFace.physical',
    zh: '实体卡',
    en: 'Physical',
    rows: sql`${marked(' of ')} and ${marked(' Physical')}`,
  },
]

function ofKind(kind: BillKind, zh: string, en: string): Shown {
  return { key: `billKind.${kind}`, zh, en, rows: sql`kind = ${sql.lit(kind)}` }
}

function ofStatus(status: BillTable['status'], zh: string, en: string): Shown {
  return { key: `billStatus.${status}`, zh, en, rows: sql`status = ${sql.lit(status)}` }
}

function ofFee(fee: string, zh: string, en: string): Shown {
  return { key: `feeKind.${fee}`, zh, en, rows: sql`kind = 'fee' and ${marked(` ${fee}`)}` }
}

function titled(name: string, zh: string, en: string, rows: RawBuilder<boolean>): Shown {
  return { key: `wallet.bill.${name}`, zh, en, rows }
}

function ofGlaze(name: string, zh: string): Shown {
  return { key: `cardFace.${name.toLowerCase()}`, zh, en: name, rows: marked(` of ${name}`) }
}

/** A mark of the row: what decides on its name and is not shown itself. */
function marked(mark: string): RawBuilder<boolean> {
  return sql`marks like ${sql.lit(`%${mark}%`)}`
}
