import type { Words } from './template.ts'

/** A deposit address that is given out no more, in both languages; part of the notices' variants. */
export const depositAddress: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'deposit.addressReplaced': {
      title: ['尾号 {last4} 的卡换了充值地址', '您的充值地址已更换'],
      content: [
        '为了资金安全，尾号 {last4} 的卡换了新的 {chain} 充值地址。请不要再向旧地址 {address} 转账，在交易所或钱包里保存过的也请更新。已经转到旧地址的款项仍会照常入账，您的余额不受影响。新地址只在这张卡的充值页查看，我们不会用消息或邮件发送充值地址。',
        '为了资金安全，您的 {chain} 充值地址已更换。请不要再向旧地址 {address} 转账，在交易所或钱包里保存过的也请更新。已经转到旧地址的款项仍会照常入账，您的余额不受影响。新地址只在充值页查看，我们不会用消息或邮件发送充值地址。',
        '请不要再向旧地址转账。已经转到旧地址的款项仍会照常入账，您的余额不受影响。新地址请在充值页查看。',
      ],
    },
    'deposit.addressGone': {
      title: ['尾号 {last4} 的卡的充值地址已停用', '一个充值地址已停用'],
      content: [
        '为了资金安全，请不要再向尾号 {last4} 的卡的 {chain} 充值地址 {address} 转账。这张卡已停用，不再有新地址；要充值请用钱包的充值地址。已经转到旧地址的款项仍会照常入账，您的余额不受影响。',
        '请不要再向旧地址转账，要充值请用钱包的充值地址。已经转到旧地址的款项仍会照常入账，您的余额不受影响。',
      ],
    },
  },
  en: {
    'deposit.addressReplaced': {
      title: ['New deposit address of the card ending in {last4}', 'You have a new deposit address'],
      content: [
        'To keep deposits safe, the card ending in {last4} has a new deposit address on {chain}. Please send nothing more to the old one, {address}, and replace it wherever you saved it, at an exchange or in a wallet. What was already sent there is still credited, and your balance is unchanged. The new address is on the card’s deposit page only: we never send deposit addresses by message or email.',
        'To keep deposits safe, you have a new deposit address on {chain}. Please send nothing more to the old one, {address}, and replace it wherever you saved it, at an exchange or in a wallet. What was already sent there is still credited, and your balance is unchanged. The new address is on the deposit page only: we never send deposit addresses by message or email.',
        'Please send nothing more to the old one. What was already sent there is still credited, and your balance is unchanged. The new address is on the deposit page.',
      ],
    },
    'deposit.addressGone': {
      title: ['Deposit address of the card ending in {last4} is retired', 'A deposit address is retired'],
      content: [
        'To keep deposits safe, please send nothing more to {address}, the deposit address of the card ending in {last4} on {chain}. That card is no longer in use and has no new one: deposit to your wallet instead. What was already sent there is still credited, and your balance is unchanged.',
        'Please send nothing more to the old address; deposit to your wallet instead. What was already sent there is still credited, and your balance is unchanged.',
      ],
    },
  },
}
