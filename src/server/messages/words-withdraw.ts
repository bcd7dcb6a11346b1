import type { Words } from './words.ts'

/** Where a withdrawal stands, in both languages; part of the notices' variants. */
export const withdraw: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'withdraw.requested': {
      title: ['提现 {amount} {currency} 已提交', '提现已提交'],
      content: [
        '{amount} {currency} 将通过 {chain} 转到 {address}。如果不是您本人操作，请立即撤回并修改登录密码。',
        '您的提现已提交。如果不是您本人操作，请立即撤回并修改登录密码。',
      ],
    },
    'withdraw.review': {
      title: ['提现 {amount} {currency} 审核中', '提现审核中'],
      content: [
        '24 小时内的提现金额较大，我们会先核对再转出：{amount} {currency}，{chain}，{address}。如果不是您本人操作，请立即撤回并修改登录密码。',
        '24 小时内的提现金额较大，我们会先核对再转出。如果不是您本人操作，请立即撤回并修改登录密码。',
      ],
    },
    'withdraw.sent': {
      title: ['提现 {amount} {currency} 已发出', '提现已发出'],
      content: [
        '{amount} {currency} 已通过 {chain} 转往 {address}，正在等待网络确认。',
        '您的提现已发出，正在等待网络确认。',
      ],
    },
    'withdraw.done': {
      title: ['提现 {amount} {currency} 已完成', '提现已完成'],
      content: ['{amount} {currency} 已通过 {chain} 到达 {address}。', '您的提现已完成。'],
    },
    'withdraw.failed': {
      title: ['提现 {amount} {currency} 未成功', '提现未成功'],
      content: [
        '转往 {address}（{chain}）的提现没有完成：{reason}。{note} 金额和手续费已全部退回钱包。',
        '转往 {address}（{chain}）的提现没有完成：{reason}。金额和手续费已全部退回钱包。',
        '您的提现没有完成，金额和手续费已全部退回钱包。',
      ],
    },
    'withdraw.cancelled': {
      title: ['提现 {amount} {currency} 已撤回', '提现已撤回'],
      content: [
        '转往 {address}（{chain}）的提现已撤回，金额和手续费已全部退回钱包。',
        '您的提现已撤回，金额和手续费已全部退回钱包。',
      ],
    },
    'withdraw.held': {
      title: ['提现 {amount} {currency} 已暂停', '提现已暂停'],
      content: [
        '账号安全设置有变化，转往 {address}（{chain}）的提现暂不发出，等待我们核对。您可以随时撤回。',
        '您的提现暂不发出，等待我们核对。您可以随时撤回。',
      ],
    },
    'withdraw.frozen': {
      title: ['提现 {amount} {currency} 已暂停', '提现已暂停'],
      content: [
        '账户已冻结，转往 {address}（{chain}）的提现没有发出。解冻后由我们核对，您可以随时撤回。',
        '账户已冻结，您的提现没有发出。解冻后由我们核对，您可以随时撤回。',
      ],
    },
  },
  en: {
    'withdraw.requested': {
      title: ['Withdrawal of {amount} {currency} requested', 'Withdrawal requested'],
      content: [
        '{amount} {currency} will go to {address} on {chain}. If this was not you, take it back and change your login password at once.',
        'If this was not you, take it back and change your login password at once.',
      ],
    },
    'withdraw.review': {
      title: ['Withdrawal of {amount} {currency} in review', 'Withdrawal in review'],
      content: [
        'Large amounts within 24 hours are checked by us before they leave: {amount} {currency} to {address} on {chain}. If this was not you, take it back and change your login password at once.',
        'Large amounts within 24 hours are checked by us before they leave. If this was not you, take it back and change your login password at once.',
      ],
    },
    'withdraw.sent': {
      title: ['Withdrawal of {amount} {currency} sent', 'Withdrawal sent'],
      content: [
        '{amount} {currency} is on its way to {address} on {chain} and waits for confirmations.',
        'Your withdrawal is on its way and waits for confirmations.',
      ],
    },
    'withdraw.done': {
      title: ['Withdrawal of {amount} {currency} done', 'Withdrawal done'],
      content: ['{amount} {currency} has reached {address} on {chain}.', 'Your withdrawal is done.'],
    },
    'withdraw.failed': {
      title: ['Withdrawal of {amount} {currency} failed', 'Withdrawal failed'],
      content: [
        'The withdrawal to {address} on {chain} was not made: {reason}. {note} Amount and fee are back in your wallet.',
        'The withdrawal to {address} on {chain} was not made: {reason}. Amount and fee are back in your wallet.',
        'Your withdrawal was not made. Amount and fee are back in your wallet.',
      ],
    },
    'withdraw.cancelled': {
      title: ['Withdrawal of {amount} {currency} taken back', 'Withdrawal taken back'],
      content: [
        'The withdrawal to {address} on {chain} was taken back. Amount and fee are back in your wallet.',
        'Your withdrawal was taken back. Amount and fee are back in your wallet.',
      ],
    },
    'withdraw.held': {
      title: ['Withdrawal of {amount} {currency} paused', 'Withdrawal paused'],
      content: [
        'The security of your account was changed, so the withdrawal to {address} on {chain} waits until we have looked at it. You can take it back at any time.',
        'Your withdrawal waits until we have looked at it. You can take it back at any time.',
      ],
    },
    'withdraw.frozen': {
      title: ['Withdrawal of {amount} {currency} paused', 'Withdrawal paused'],
      content: [
        'The account is frozen, so the withdrawal to {address} on {chain} did not leave. We check it once the freeze is lifted; you can take it back at any time.',
        'The account is frozen, so your withdrawal did not leave. We check it once the freeze is lifted; you can take it back at any time.',
      ],
    },
  },
}
