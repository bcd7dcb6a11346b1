import type { Words } from './template.ts'

/** Where a withdrawal stands, in both languages; part of the notices' variants. */
export const withdraw: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'withdraw.requested': {
      title: ['提现 {amount} {currency} 已提交', '提现已提交'],
      content: [
        '{amount} {currency} 将在 {hours} 小时后通过 {chain} 转到 {address}，这是您设置的提现等待，期间可以撤回。如果不是您本人操作，请立即撤回并修改登录密码。',
        '{amount} {currency} 将通过 {chain} 转到 {address}。如果不是您本人操作，请立即撤回并修改登录密码。',
        '您的提现已提交。如果不是您本人操作，请立即撤回并修改登录密码。',
      ],
    },
    'withdraw.review': {
      title: ['提现 {amount} {currency} 审核中', '提现审核中'],
      content: [
        '24 小时内的提现金额较大，我们会先核对，而且按您设置的提现等待，最早 {hours} 小时后转出：{amount} {currency}，{chain}，{address}。如果不是您本人操作，请立即撤回并修改登录密码。',
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
    'withdraw.undone': {
      title: ['提现 {amount} {currency} 需要重新确认', '一笔提现需要重新确认'],
      content: [
        '转往 {address}（{chain}）的提现此前没有完成，金额已退回钱包。区块链现在撤回了那个区块，这笔提现仍有可能到账。在结果重新确认之前，您的账户暂时冻结：提现、刷卡和划转都已停止，余额不变。',
        '一笔没有完成的提现需要重新确认。在结果确认之前，您的账户暂时冻结：提现、刷卡和划转都已停止，余额不变。',
      ],
    },
    'withdraw.dead': {
      title: ['提现 {amount} {currency} 确认没有到账', '提现确认没有到账'],
      content: [
        '转往 {address}（{chain}）的提现已确认不会到账，退回的金额和手续费仍在您的钱包，账户不再因此冻结。',
        '这笔提现已确认不会到账，退回的金额和手续费仍在您的钱包，账户不再因此冻结。',
      ],
    },
    'withdraw.paid': {
      title: ['提现 {amount} {currency} 后来到账', '提现后来到账'],
      content: [
        '此前退回的提现后来通过 {chain} 到达了 {address}。退回的金额和手续费已从您的钱包扣回，账户不再因此冻结。',
        '此前退回的提现后来到账了。退回的金额和手续费已从您的钱包扣回，账户不再因此冻结。',
      ],
    },
    'withdraw.owed': {
      title: ['提现 {amount} {currency} 后来到账，余额不足以扣回', '提现后来到账，余额不足以扣回'],
      content: [
        '此前退回的提现后来通过 {chain} 到达了 {address}，而您钱包里的可用余额不足以扣回退回的金额和手续费，账户因此冻结。存入后会自动扣回并解冻，您也可以联系客服。',
        '此前退回的提现后来到账了，而您钱包里的可用余额不足以扣回，账户因此冻结。存入后会自动扣回并解冻，您也可以联系客服。',
      ],
    },
  },
  en: {
    'withdraw.requested': {
      title: ['Withdrawal of {amount} {currency} requested', 'Withdrawal requested'],
      content: [
        '{amount} {currency} will go to {address} on {chain} in {hours} h, by the withdrawal delay you chose; you can cancel it until then. If this was not you, cancel it and change your login password at once.',
        '{amount} {currency} will go to {address} on {chain}. If this was not you, cancel it and change your login password at once.',
        'If this was not you, cancel it and change your login password at once.',
      ],
    },
    'withdraw.review': {
      title: ['Withdrawal of {amount} {currency} in review', 'Withdrawal in review'],
      content: [
        'Large amounts within 24 hours are reviewed by us before they leave, and by the withdrawal delay you chose this one leaves in {hours} h at the earliest: {amount} {currency} to {address} on {chain}. If this was not you, cancel it and change your login password at once.',
        'Large amounts within 24 hours are reviewed by us before they leave: {amount} {currency} to {address} on {chain}. If this was not you, cancel it and change your login password at once.',
        'Large amounts within 24 hours are reviewed by us before they leave. If this was not you, cancel it and change your login password at once.',
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
      title: ['Withdrawal of {amount} {currency} canceled', 'Withdrawal canceled'],
      content: [
        'The withdrawal to {address} on {chain} was canceled. Amount and fee are back in your wallet.',
        'Your withdrawal was canceled. Amount and fee are back in your wallet.',
      ],
    },
    'withdraw.held': {
      title: ['Withdrawal of {amount} {currency} paused', 'Withdrawal paused'],
      content: [
        'The security of your account was changed, so the withdrawal to {address} on {chain} waits until we have checked it. You can cancel it at any time.',
        'Your withdrawal waits until we have checked it. You can cancel it at any time.',
      ],
    },
    'withdraw.frozen': {
      title: ['Withdrawal of {amount} {currency} paused', 'Withdrawal paused'],
      content: [
        'The account is frozen, so the withdrawal to {address} on {chain} did not leave. We check it once the freeze is lifted; you can cancel it at any time.',
        'The account is frozen, so your withdrawal did not leave. We check it once the freeze is lifted; you can cancel it at any time.',
      ],
    },
    'withdraw.undone': {
      title: [
        'Withdrawal of {amount} {currency} is being confirmed again',
        'A withdrawal is being confirmed again',
      ],
      content: [
        'The withdrawal to {address} on {chain} had failed, and its amount is back in your wallet. The network has undone that block, so it might still be paid. Until that is certain again your account is frozen: withdrawals, card payments and transfers are stopped. Your balance is unchanged.',
        'A withdrawal that had failed is being confirmed again. Until that is certain your account is frozen: withdrawals, card payments and transfers are stopped. Your balance is unchanged.',
      ],
    },
    'withdraw.dead': {
      title: ['Withdrawal of {amount} {currency} was not paid', 'The withdrawal was not paid'],
      content: [
        'It is certain again that the withdrawal to {address} on {chain} will not be paid. Amount and fee stay in your wallet, and your account is no longer frozen because of it.',
        'It is certain again that the withdrawal will not be paid. Amount and fee stay in your wallet, and your account is no longer frozen because of it.',
      ],
    },
    'withdraw.paid': {
      title: ['Withdrawal of {amount} {currency} was paid after all', 'The withdrawal was paid after all'],
      content: [
        'The withdrawal that had failed has reached {address} on {chain} after all. The amount and fee returned to you were taken from your wallet again, and your account is no longer frozen because of it.',
        'The withdrawal that had failed was paid after all. The amount and fee returned to you were taken from your wallet again, and your account is no longer frozen because of it.',
      ],
    },
    'withdraw.owed': {
      title: [
        'Withdrawal of {amount} {currency} was paid after all: balance too low',
        'The withdrawal was paid after all: balance too low',
      ],
      content: [
        'The withdrawal that had failed has reached {address} on {chain} after all, and your wallet has too little to take back the amount and fee returned to you, so your account is frozen. Once you deposit they are taken and the account is unfrozen automatically; you can also contact us.',
        'The withdrawal that had failed was paid after all, and your wallet has too little to take back what was returned to you, so your account is frozen. Once you deposit it is taken and the account is unfrozen automatically; you can also contact us.',
      ],
    },
  },
}
