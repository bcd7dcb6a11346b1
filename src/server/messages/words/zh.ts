import { unknownDevice } from '../../../contract/device.ts'
import { depositAddress } from './address.ts'
import { application, applicationReasons } from './application.ts'
import { auto } from './auto.ts'
import { card } from './card.ts'
import { cardKindNames } from './card-kinds.ts'
import { challenged } from './challenge.ts'
import { deletion } from './deletion.ts'
import { dispute } from './dispute.ts'
import { fee } from './fee.ts'
import { merchant } from './merchant.ts'
import { passkey } from './passkey.ts'
import { declines, purchase } from './purchase.ts'
import { reasons } from './reason.ts'
import { awaitedRefund, refundPlaces } from './refund.ts'
import { renewal } from './renewal.ts'
import { security } from './security.ts'
import type { Words } from './template.ts'
import { verify } from './verify.ts'
import { withdraw } from './withdraw.ts'

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
      title: ['{amount} {currency} 已到账', '充值已到账'],
      content: [
        '您充入的 {amount} {currency}（{chain}）已确认，可以使用了。',
        '您充入的 {amount} {currency} 已确认，可以使用了。',
        '您的充值已确认，可以使用了。',
      ],
    },
    withdraw: {
      title: ['提现 {amount} {currency}', '提现进展'],
      content: ['您的提现 {amount} {currency} 有新进展，点击查看。', '您的提现有新进展，点击查看。'],
    },
    openCardSuccess: {
      title: ['开卡成功'],
      content: [
        '尾号 {last4} 的{cardType}已开通，现在就可以充值和消费。',
        '尾号 {last4} 的卡已开通，现在就可以充值和消费。',
        '您的新卡已开通，现在就可以充值和消费。',
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
        '您的卡有一笔消费，点击查看。',
      ],
    },
    declined: {
      title: ['{amount} {currency} 的消费被拒绝', '消费被拒绝'],
      content: [
        '尾号 {last4} 的卡在 {merchant} 的消费未通过：{reason}（限额 {limit} {currency}，此前已用 {used} {currency}）。没有扣款，也不收取费用。',
        '尾号 {last4} 的卡在 {merchant} 的消费未通过：{reason}（限额 {limit} {currency}）。没有扣款，也不收取费用。',
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
      title: ['{amount} {currency} 已从卡转入钱包', '已从卡转入钱包'],
      content: [
        '尾号 {last4} 的卡转出 {amount} {currency}，已进入您的钱包。',
        '{amount} {currency} 已从卡转入您的钱包。',
        '有一笔款项已从卡转入您的钱包。',
      ],
    },
    converted: {
      title: ['{amount} {currency} 已兑换', '兑换完成'],
      content: ['{amount} {currency} 已兑换为 {received} USDT，进入钱包。', '您的兑换已完成，点击查看。'],
    },
    cardState: {
      title: ['卡片状态有变化'],
      content: ['尾号 {last4} 的卡状态有变化，点击查看。', '您的卡状态有变化，点击查看。'],
    },
    security: {
      title: ['安全提醒'],
      content: ['您的账号安全设置有变化。如果不是您本人操作，请立即重设登录密码并联系客服。'],
    },
    application: { title: ['实体卡申请'], content: ['您的实体卡申请有新进展，点击查看。'] },
    verify: { title: ['身份认证'], content: ['您的身份认证有新进展，点击查看。'] },
    notice: { title: ['通知'], content: ['这里有一条通知。'] },
    reward: {
      title: ['邀请奖励 {amount} {currency} 到账', '邀请奖励到账'],
      content: ['您邀请的好友已完成认证和首次充值，{amount} {currency} 已进入钱包。', '邀请奖励已进入钱包。'],
    },
    feedback: {
      title: ['工单 {number} 有新答复', '您的反馈有新答复'],
      content: ['{text}', '点击查看答复，也可以继续回复。'],
    },
    agreement: {
      title: ['{document}更新到 {version} 版', '协议有新版本'],
      content: ['{document}有新版本，点击查看改动。看过之后请确认。', '点击查看改动。看过之后请确认。'],
    },
    challenge: challenged.zh.asked,
  },
  variants: {
    'feedback.closed': {
      title: ['工单 {number} 已关闭', '您的反馈已关闭'],
      content: ['{text}', '问题还在？直接回复，工单会重新打开。'],
    },
    'agreement.coming': {
      title: ['{document} {version} 版将于 {date}生效', '协议将有新版本'],
      content: [
        '从 {date}（UTC）起，{document}按 {version} 版执行，在那之前以当时有效的版本为准。点击查看改动和新版全文；不接受的，可以在生效前注销账户。',
        '点击查看改动和新版全文。',
      ],
    },
    'agreement.several': {
      title: ['几份协议将从 {date}起更新', '几份协议将有新版本'],
      content: [
        '以下协议将有新版本：{documents}。最早的从 {date}（UTC）起生效，在那之前以当时有效的版本为准。点击后打开每一份，可以看到改动、生效日期和新版全文；不接受的，可以在生效前注销账户。',
        '点击查看每一份的改动、生效日期和新版全文。',
      ],
    },
    'deposit.lost': {
      title: ['链上撤回了一笔充值'],
      content: [
        '{chain} 网络撤销了包含 {amount} {currency} 充值的区块。您的余额不变。在它重新上链并确认、或我们核对完毕之前，账户暂时冻结：提现、刷卡和划转停止。',
        '区块链撤销了一笔充值。您的余额不变。在我们核对完毕之前，账户暂时冻结：提现、刷卡和划转停止。',
      ],
    },
    'deposit.found': {
      title: ['{amount} {currency} 的充值已重新确认', '充值已重新确认'],
      content: [
        '之前被 {chain} 网络撤销的 {amount} {currency} 充值已重新上链并确认。您的余额没有变化，不再因为它停止任何操作。',
        '之前被撤销的充值已重新上链并确认。您的余额没有变化，不再因为它停止任何操作。',
      ],
    },
    ...depositAddress.zh,
    'deposit.unsupported': {
      title: ['收到不支持的代币，未入账'],
      content: [
        '您的 {chain} 地址收到一种我们不支持的代币（合约 {token}）。无论它叫什么名字，都不会入账。如果是您转入的，请带上交易哈希 {txId} 联系客服；如果不是，请忽略它，不要访问它提到的任何网站。',
        '您的地址收到一种我们不支持的代币，无论它叫什么名字，都不会入账。如果是您转入的，请带上交易哈希联系客服；如果不是，请忽略它。',
      ],
    },
    'deposit.excess': {
      title: ['{amount} {currency} 已进入钱包', '超出部分已进入钱包'],
      content: [
        '您在 {chain} 转给卡的金额超过单次充值上限，超出的 {amount} {currency} 已进入钱包，随时可用。',
        '转给卡的金额超过单次充值上限，超出部分已进入钱包。',
      ],
    },
    'refundArrival.wallet': {
      title: ['已退入钱包'],
      content: [
        '{merchant} 退回 {amount} {currency}。尾号 {last4} 的卡已停用，款项已进入钱包。',
        '退款已进入钱包。',
      ],
    },
    'refundArrival.both': {
      title: ['退款到账'],
      content: ['{merchant} 退回 {amount} {currency}，一部分进入卡片，其余进入钱包。', '退款已到账。'],
    },
    ...verify.zh,
    ...security.zh,
    ...passkey.zh,
    'cardState.active': {
      title: ['卡片可以使用了'],
      content: ['尾号 {last4} 的卡现在可以消费。', '您的卡现在可以消费。'],
    },
    'cardState.frozen_user': {
      title: ['卡片已冻结'],
      content: ['尾号 {last4} 的卡已按您的要求冻结，解冻前不能消费。', '您的卡已冻结，解冻前不能消费。'],
    },
    'cardState.frozen_risk': {
      title: ['卡片已被安全冻结'],
      content: [
        '为了安全，尾号 {last4} 的卡已被冻结，请联系客服。',
        '为了安全，您的卡已被冻结，请联系客服。',
      ],
    },
    'cardState.negative': {
      title: ['卡片余额为负'],
      content: [
        '尾号 {last4} 的卡余额为负，欠 {amount} {currency}，消费已暂停。还清欠款或充值补足后即可继续消费；欠款本身不收费。',
        '卡片余额为负，消费已暂停。还清欠款或充值补足后即可继续消费；欠款本身不收费。',
      ],
    },
    'cardState.pin_blocked': {
      title: ['卡 PIN 已锁定'],
      content: [
        '尾号 {last4} 的卡 PIN 连续输错三次，已被锁定。请设置新的卡 PIN 后再使用。',
        '卡 PIN 连续输错三次，已被锁定。请设置新的卡 PIN 后再使用。',
      ],
    },
    ...card.zh,
    ...merchant.zh,
    ...purchase.zh,
    ...auto.zh,
    ...fee.zh,
    ...renewal.zh,
    ...withdraw.zh,
    ...deletion.zh,
    ...application.zh,
    ...dispute.zh,
    ...challenged.zh.ends,
    ...awaitedRefund.zh,
  },
  values: {
    [`device.${unknownDevice}`]: '未知设备',
    'document.service': '服务协议',
    'document.privacy': '隐私政策',
    'document.card': '持卡人协议',
    'document.fees': '费用说明',
    'document.risk': '风险提示',
    ...cardKindNames.zh,
    ...declines.zh,
    ...refundPlaces.zh,
    'reason.refused': '未通过我们的核对',
    'reason.reverted': '链上执行失败',
    'reason.replaced': '这笔交易在链上已失效，不会再执行',
    'reason.card_open_failed': '发卡方没有开通',
    'reason.budget_failed': '发卡方没有建立资金账户',
    ...applicationReasons.zh,
    ...reasons.zh,
  },
}
