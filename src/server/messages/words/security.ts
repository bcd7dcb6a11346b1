import { secondFactor } from './second-factor.ts'
import type { Words } from './template.ts'

/** What touched the safety of an account, in both languages; part of the notices' variants. */
export const security: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    ...secondFactor.zh,
    'security.newDevice': {
      title: ['新设备登录'],
      content: [
        '{device}（IP {ip}）登录了您的账号。如果不是您本人，请立即冻结账户并修改登录密码。',
        '一台新设备登录了您的账号。如果不是您本人，请立即冻结账户并修改登录密码。',
      ],
    },
    'security.emailChanged': {
      title: ['登录邮箱已更换'],
      content: [
        '登录邮箱现在是 {email}。其他设备已退出登录，提现暂停 24 小时。如果不是您本人操作，请用发到原邮箱的链接改回，并联系客服。',
        '登录邮箱已更换。其他设备已退出登录，提现暂停 24 小时。如果不是您本人操作，请用发到原邮箱的链接改回，并联系客服。',
      ],
    },
    'security.emailRestored': {
      title: ['登录邮箱已改回'],
      content: [
        '所有设备已退出登录，Telegram（{name}）已解绑，提现暂停 24 小时。请更换资金密码；如果不是您本人操作，请立即联系客服。',
        '所有设备已退出登录，提现暂停 24 小时。请更换资金密码；如果不是您本人操作，请立即联系客服。',
      ],
    },
    'security.passwordChanged': {
      title: ['登录密码已修改'],
      content: ['其他设备已退出登录，提现暂停 24 小时。如果不是您本人操作，请立即联系客服。'],
    },
    'security.passwordReset': {
      title: ['登录密码已重置'],
      content: [
        '所有设备已退出登录，Telegram（{name}）已解绑，需要时可以用新密码重新绑定，提现暂停 24 小时。如果不是您本人操作，请立即联系客服。',
        '所有设备已退出登录，提现暂停 24 小时。如果不是您本人操作，请立即联系客服。',
      ],
    },
    'security.pinSet': {
      title: ['资金密码已设置'],
      content: ['动用资金时都会用到它，请牢记，也不要告诉任何人。'],
    },
    'security.pinChanged': {
      title: ['资金密码已修改'],
      content: ['提现暂停 24 小时，其他功能照常使用。如果不是您本人操作，请立即联系客服。'],
    },
    'security.telegramBound': {
      title: ['已绑定 Telegram'],
      content: [
        '{name} 现在可以登录您的账号。提现暂停 24 小时，动用资金仍然需要资金密码。如果不是您本人操作，请立即联系客服。',
        'Telegram 现在可以登录您的账号。提现暂停 24 小时。',
      ],
    },
    'security.telegramRegistered': {
      title: ['已用 Telegram 注册'],
      content: [
        '{name} 现在可以登录您的账号，动用资金仍然需要资金密码。如果这不是您的 Telegram，请立即联系客服。',
        'Telegram 现在可以登录您的账号。如果这不是您的 Telegram，请立即联系客服。',
      ],
    },
    'security.cardViewed': {
      title: ['查看了卡片信息'],
      content: [
        '尾号 {last4} 的完整卡号刚刚在 {device} 上显示。如果不是您本人，请立即冻结卡片。',
        '完整卡号刚刚被查看。如果不是您本人，请立即冻结卡片。',
      ],
    },
    'security.cardViewsOver': {
      title: ['查看卡片信息过于频繁'],
      content: [
        '尾号 {last4} 的完整卡号一小时内被多次查看，{device} 的再次查看已被拒绝。如果不是您本人，请立即冻结卡片并修改资金密码。',
        '完整卡号一小时内被多次查看，再次查看已被拒绝。如果不是您本人，请立即冻结卡片并修改资金密码。',
      ],
    },
    'security.telegramUnbound': {
      title: ['已解绑 Telegram'],
      content: [
        '以后请用邮箱和密码登录。其他设备已退出登录，提现暂停 24 小时。如果不是您本人操作，请立即联系客服。',
      ],
    },
    'security.addressSaved': {
      title: ['已保存提现地址'],
      content: [
        '“{label}”（{chain}，{address}）已存入提现地址簿。如果不是您本人操作，请立即修改登录密码并联系客服。',
        '提现地址簿新增了一个地址。如果不是您本人操作，请立即修改登录密码并联系客服。',
      ],
    },
    'security.phraseSet': {
      title: ['防钓鱼短语已设置'],
      content: [
        '从现在起，我们发给您的每封邮件和每条 Telegram 消息都会写明它。没有它的就是假的。如果不是您本人操作，请立即冻结账户。',
      ],
    },
    'security.phraseRemoved': {
      title: ['防钓鱼短语已移除'],
      content: ['我们的邮件和 Telegram 消息不再带有短语。如果不是您本人操作，请立即冻结账户。'],
    },
    'security.delayLonger': {
      title: ['提现等待已延长'],
      content: [
        '每笔提现提交后等待 {hours} 小时才会转出，期间可以撤回。此前提交的不变。如果不是您本人操作，请立即冻结账户。',
        '每笔提现提交后都会先等待，期间可以撤回。如果不是您本人操作，请立即冻结账户。',
      ],
    },
    'security.delayShorter': {
      title: ['已申请缩短提现等待'],
      content: [
        '{wait} 小时后，提现等待改为 {hours} 小时，在那之前可以撤回。如果不是您本人操作，请立即撤回并冻结账户。',
        '{wait} 小时后，提现不再等待，在那之前可以撤回。如果不是您本人操作，请立即撤回并冻结账户。',
        '提现等待将会缩短，生效前可以撤回。如果不是您本人操作，请立即撤回并冻结账户。',
      ],
    },
    'security.delayKept': {
      title: ['缩短提现等待的申请已取消'],
      content: [
        '提现仍然等待 {hours} 小时。如果不是您本人操作，请立即冻结账户并联系客服。',
        '提现等待保持不变。如果不是您本人操作，请立即冻结账户并联系客服。',
      ],
    },
    'security.frozen': {
      title: ['账户已冻结'],
      content: [
        '提现、刷卡、划转和查看卡号都已停止，其他设备已退出登录，充值照常到账。确认安全后，在安全中心解冻。',
      ],
    },
    'security.unfrozen': {
      title: ['账户已解冻'],
      content: ['刷卡和划转已恢复，提现暂停 24 小时。如果不是您本人操作，请立即再次冻结并联系客服。'],
    },
    'security.frozenByUs': {
      title: ['我们冻结了您的账户'],
      content: ['为了安全，提现、刷卡、划转和查看卡号都已停止，充值照常到账。请联系客服。'],
    },
    'security.unfrozenByUs': {
      title: ['我们解除了对您账户的冻结'],
      content: ['提现暂停 24 小时。有疑问请联系客服。'],
    },
    'security.holdLifted': {
      title: ['我们提前结束了提现暂停'],
      content: ['现在可以提现。如果您没有为此联系过我们，请立即冻结账户并联系客服。'],
    },
  },
  en: {
    ...secondFactor.en,
    'security.newDevice': {
      title: ['A new device logged in'],
      content: [
        'Somebody logged in to your account from {device} (IP {ip}). If this was not you, freeze the account and change your login password at once.',
        'A new device logged in to your account. If this was not you, freeze the account and change your login password at once.',
      ],
    },
    'security.emailChanged': {
      title: ['E-mail address changed'],
      content: [
        'You now log in with {email}. Other devices were logged out, and withdrawals are paused for 24 hours. If this was not you, undo it with the link sent to the old address and contact us.',
        'You now log in with another e-mail address. Other devices were logged out, and withdrawals are paused for 24 hours. If this was not you, undo it with the link sent to the old address and contact us.',
      ],
    },
    'security.emailRestored': {
      title: ['E-mail address changed back'],
      content: [
        'Every device was logged out, Telegram ({name}) was unlinked, and withdrawals are paused for 24 hours. Set a new fund PIN; if this was not you, contact us at once.',
        'Every device was logged out, and withdrawals are paused for 24 hours. Set a new fund PIN; if this was not you, contact us at once.',
      ],
    },
    'security.passwordChanged': {
      title: ['Login password changed'],
      content: [
        'Other devices are logged out and withdrawals are paused for 24 hours. If this was not you, contact us at once.',
      ],
    },
    'security.passwordReset': {
      title: ['Login password reset'],
      content: [
        'All devices are logged out, Telegram ({name}) is unlinked and can be linked again with the new password, and withdrawals are paused for 24 hours. If this was not you, contact us at once.',
        'All devices are logged out and withdrawals are paused for 24 hours. If this was not you, contact us at once.',
      ],
    },
    'security.pinSet': {
      title: ['Fund PIN set'],
      content: ['You will need it whenever money moves. Remember it, and tell it to nobody.'],
    },
    'security.pinChanged': {
      title: ['Fund PIN changed'],
      content: [
        'Withdrawals are paused for 24 hours; everything else works as before. If this was not you, contact us at once.',
      ],
    },
    'security.telegramBound': {
      title: ['Telegram linked'],
      content: [
        '{name} can log in to your account now. Withdrawals are paused for 24 hours, and moving money still needs the fund PIN. If this was not you, contact us at once.',
        'Telegram can log in to your account now. Withdrawals are paused for 24 hours.',
      ],
    },
    'security.telegramRegistered': {
      title: ['Account created with Telegram'],
      content: [
        '{name} can log in to your account now; moving money still needs the fund PIN. If this is not your Telegram, contact us at once.',
        'Telegram can log in to your account now. If this is not your Telegram, contact us at once.',
      ],
    },
    'security.cardViewed': {
      title: ['Card details were shown'],
      content: [
        'The full number of the card ending in {last4} was just shown on {device}. If this was not you, freeze the card at once.',
        'The full number of a card was just shown. If this was not you, freeze the card at once.',
      ],
    },
    'security.cardViewsOver': {
      title: ['Card details viewed too often'],
      content: [
        'The full number of the card ending in {last4} was shown several times within an hour; another view from {device} was refused. If this was not you, freeze the card and change your fund PIN at once.',
        'The full number of a card was shown several times within an hour; another view was refused. If this was not you, freeze the card and change your fund PIN at once.',
      ],
    },
    'security.telegramUnbound': {
      title: ['Telegram unlinked'],
      content: [
        'From now on log in with e-mail and password. Other devices were logged out, and withdrawals are paused for 24 hours. If this was not you, contact us at once.',
      ],
    },
    'security.addressSaved': {
      title: ['Withdrawal address saved'],
      content: [
        '“{label}” ({chain}, {address}) is in your address book. If this was not you, change your login password and contact us at once.',
        'An address was added to your address book. If this was not you, change your login password and contact us at once.',
      ],
    },
    'security.phraseSet': {
      title: ['Anti-phishing phrase set'],
      content: [
        'From now on every e-mail and Telegram message of ours shows it. One without it is a fake. If this was not you, freeze the account at once.',
      ],
    },
    'security.phraseRemoved': {
      title: ['Anti-phishing phrase removed'],
      content: [
        'Our e-mails and Telegram messages no longer show a phrase. If this was not you, freeze the account at once.',
      ],
    },
    'security.delayLonger': {
      title: ['Withdrawal delay made longer'],
      content: [
        'Withdrawals are sent {hours} h after you request them, and you can cancel them until then. Those requested before are not affected. If this was not you, freeze the account at once.',
        'Withdrawals now wait before they are sent, and you can cancel them until then. If this was not you, freeze the account at once.',
      ],
    },
    'security.delayShorter': {
      title: ['Shorter withdrawal delay requested'],
      content: [
        'In {wait} h withdrawals will wait {hours} h only; until then you can take this back. If this was not you, take it back and freeze the account at once.',
        'In {wait} h withdrawals will no longer wait; until then you can take this back. If this was not you, take it back and freeze the account at once.',
        'Withdrawals will wait less soon; until then you can take this back. If this was not you, take it back and freeze the account at once.',
      ],
    },
    'security.delayKept': {
      title: ['Request for a shorter withdrawal delay canceled'],
      content: [
        'Withdrawals still wait {hours} h. If this was not you, freeze the account at once and contact us.',
        'The withdrawal delay stays as it is. If this was not you, freeze the account at once and contact us.',
      ],
    },
    'security.frozen': {
      title: ['Account frozen'],
      content: [
        'Withdrawals, card payments, transfers and card numbers are stopped, and other devices were logged out. Deposits are still credited. Once you are sure it is safe, unfreeze it in the security center.',
      ],
    },
    'security.unfrozen': {
      title: ['Account unfrozen'],
      content: [
        'Card payments and transfers work again; withdrawals are paused for 24 hours. If this was not you, freeze it again at once and contact us.',
      ],
    },
    'security.frozenByUs': {
      title: ['We froze your account'],
      content: [
        'For safety, withdrawals, card payments, transfers and card numbers are stopped. Deposits are still credited. Please contact us.',
      ],
    },
    'security.unfrozenByUs': {
      title: ['We lifted our freeze of your account'],
      content: ['Withdrawals are paused for 24 hours. If you have questions, contact us.'],
    },
    'security.holdLifted': {
      title: ['We ended the pause of withdrawals early'],
      content: [
        'You can withdraw now. If you have not asked us for this, freeze the account at once and contact us.',
      ],
    },
  },
}
