import type { Words } from './template.ts'

/** What happened to the authenticator of a customer, in both languages; part of the notices' variants. */
export const secondFactor: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'security.secondFactorOn': {
      title: ['身份验证器已开启'],
      content: [
        '在新设备登录、重设密码和保存提现地址时，会要求输入验证码。其他设备已退出登录，提现暂停 24 小时。如果不是您本人操作，请立即冻结账户并联系客服。',
      ],
    },
    'security.secondFactorOff': {
      title: ['身份验证器已关闭'],
      content: [
        '登录和重设密码不再需要验证码。其他设备已退出登录，提现暂停 24 小时。如果不是您本人操作，请立即冻结账户并联系客服。',
      ],
    },
    'security.secondFactorUndone': {
      title: ['身份验证器已移除'],
      content: [
        '有人用发到您邮箱的链接和您的密码移除了它。所有设备已退出登录，提现暂停 24 小时。请更换资金密码；如果不是您本人操作，请立即联系客服。',
      ],
    },
    'security.recoveryCodesMade': {
      title: ['已生成新的恢复码'],
      content: ['以前的恢复码都已作废。如果不是您本人操作，请立即冻结账户并联系客服。'],
    },
    'security.recoveryCodeUsed': {
      title: ['用了一个恢复码'],
      content: [
        '它代替了身份验证器的验证码，已作废，还剩 {left} 个。如果不是您本人操作，请立即冻结账户并联系客服。',
        '它代替了身份验证器的验证码，已作废。如果不是您本人操作，请立即冻结账户并联系客服。',
      ],
    },
    'security.secondFactorTried': {
      title: ['有人多次输错验证码'],
      content: [
        '{device}（IP {ip}）已通过前一步，但多次输错身份验证器的验证码，没能继续。如果不是您本人，请立即修改登录密码和邮箱密码。',
        '有人多次输错身份验证器的验证码，没能继续。如果不是您本人，请立即修改登录密码和邮箱密码。',
      ],
    },
    'security.secondFactorAsked': {
      title: ['有人申请移除身份验证器'],
      content: [
        '如果没有人反对，我们会在 {hours} 小时后移除它。如果您没有为此联系过客服，请点这里选择“不要移除”。',
        '如果没有人反对，我们会移除它。如果您没有为此联系过客服，请点这里选择“不要移除”。',
      ],
    },
    'security.secondFactorKept': {
      title: ['移除身份验证器的申请已取消'],
      content: ['身份验证器照常使用。'],
    },
    'security.secondFactorGone': {
      title: ['我们移除了身份验证器'],
      content: [
        '登录和重设密码不再需要验证码。所有设备已退出登录，提现暂停 24 小时。请尽快重新设置。如果您没有为此联系过我们，请立即冻结账户并联系客服。',
      ],
    },
  },
  en: {
    'security.secondFactorOn': {
      title: ['Authenticator on'],
      content: [
        'New devices, password resets and new withdrawal addresses take a code of it from now on. Other devices were logged out, and withdrawals are paused for 24 hours. If this was not you, freeze the account at once and contact us.',
      ],
    },
    'security.secondFactorOff': {
      title: ['Authenticator off'],
      content: [
        'Logging in and resetting passwords take no code any more. Other devices were logged out, and withdrawals are paused for 24 hours. If this was not you, freeze the account at once and contact us.',
      ],
    },
    'security.secondFactorUndone': {
      title: ['Authenticator removed'],
      content: [
        'It was removed with the link sent to your mailbox and your password. Every device was logged out, and withdrawals are paused for 24 hours. Set a new fund PIN; if this was not you, contact us at once.',
      ],
    },
    'security.recoveryCodesMade': {
      title: ['New recovery codes'],
      content: ['The earlier ones are void. If this was not you, freeze the account at once and contact us.'],
    },
    'security.recoveryCodeUsed': {
      title: ['A recovery code was used'],
      content: [
        'It stood in for a code of your authenticator and is void now; {left} left. If this was not you, freeze the account at once and contact us.',
        'It stood in for a code of your authenticator and is void now. If this was not you, freeze the account at once and contact us.',
      ],
    },
    'security.secondFactorTried': {
      title: ['Several wrong codes were entered'],
      content: [
        '{device} (IP {ip}) had passed the step before, but entered several wrong codes of your authenticator and got no further. If this was not you, change your login password and that of your mailbox at once.',
        'Somebody entered several wrong codes of your authenticator and got no further. If this was not you, change your login password and that of your mailbox at once.',
      ],
    },
    'security.secondFactorAsked': {
      title: ['We were asked to remove your authenticator'],
      content: [
        'Unless you object, we remove it in {hours} h. If you have not asked us for this, open this message and press “Do not remove it”.',
        'Unless you object, we remove it. If you have not asked us for this, open this message and press “Do not remove it”.',
      ],
    },
    'security.secondFactorKept': {
      title: ['Request to remove your authenticator canceled'],
      content: ['Your authenticator works as before.'],
    },
    'security.secondFactorGone': {
      title: ['We removed your authenticator'],
      content: [
        'Logging in and resetting passwords take no code now. Every device was logged out, and withdrawals are paused for 24 hours. Please set one up again soon. If you have not asked us for this, freeze the account at once and contact us.',
      ],
    },
  },
}
