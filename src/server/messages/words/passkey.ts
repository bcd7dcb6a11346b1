import type { Words } from './template.ts'

/** What became of a customer's passkeys, in both languages; part of the notices' variants. */
export const passkey: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'security.passkeyAdded': {
      title: ['已添加通行密钥'],
      content: [
        '以后可用它登录（{device}），提现暂停 24 小时。如果不是您本人操作，请立即冻结账户并移除它。',
        '以后可用它登录，提现暂停 24 小时。如果不是您本人操作，请立即冻结账户并移除它。',
      ],
    },
    'security.passkeyRemoved': {
      title: ['已移除通行密钥'],
      content: [
        '“{name}”不能再登录，用通行密钥登录的其他设备已退出，提现暂停 24 小时。如果不是您本人操作，请立即冻结账户并联系客服。',
        '它不能再登录，用通行密钥登录的其他设备已退出，提现暂停 24 小时。如果不是您本人操作，请立即冻结账户并联系客服。',
      ],
    },
    'security.passkeyPays': {
      title: ['通行密钥可以代替资金密码'],
      content: [
        '“{name}”现在可以确认付款和查看卡号，提现暂停 24 小时。如果不是您本人操作，请立即冻结账户并更换资金密码。',
        '通行密钥现在可以确认付款和查看卡号，提现暂停 24 小时。如果不是您本人操作，请立即冻结账户并更换资金密码。',
      ],
    },
    'security.biometricsAdded': {
      title: ['Telegram 的指纹或面容可以代替资金密码'],
      content: [
        '“{name}”上的 Telegram 现在可以确认付款和查看卡号，提现暂停 24 小时。如果不是您本人操作，请立即冻结账户并更换资金密码。',
        'Telegram 现在可以确认付款和查看卡号，提现暂停 24 小时。如果不是您本人操作，请立即冻结账户并更换资金密码。',
      ],
    },
    'security.passkeysRemoved': {
      title: ['所有通行密钥已移除'],
      content: [
        '登录方式刚刚重置，为了安全，{count} 个通行密钥已一并移除。需要时，可在安全中心用资金密码重新添加。',
        '登录方式刚刚重置，为了安全，通行密钥已一并移除。需要时，可在安全中心用资金密码重新添加。',
      ],
    },
  },
  en: {
    'security.passkeyAdded': {
      title: ['Passkey added'],
      content: [
        'It can log in from now on ({device}); withdrawals are paused for 24 hours. If this was not you, freeze the account at once and remove it.',
        'It can log in from now on; withdrawals are paused for 24 hours. If this was not you, freeze the account at once and remove it.',
      ],
    },
    'security.passkeyRemoved': {
      title: ['Passkey removed'],
      content: [
        '“{name}” can no longer log in. Other devices that had logged in with a passkey were logged out, and withdrawals are paused for 24 hours. If this was not you, freeze the account at once and contact us.',
        'It can no longer log in. Other devices that had logged in with a passkey were logged out, and withdrawals are paused for 24 hours. If this was not you, freeze the account at once and contact us.',
      ],
    },
    'security.passkeyPays': {
      title: ['A passkey stands in for the fund PIN'],
      content: [
        '“{name}” can now confirm payments and show card numbers; withdrawals are paused for 24 hours. If this was not you, freeze the account at once and change your fund PIN.',
        'A passkey can now confirm payments and show card numbers; withdrawals are paused for 24 hours. If this was not you, freeze the account at once and change your fund PIN.',
      ],
    },
    'security.biometricsAdded': {
      title: ['Biometrics in Telegram stand in for the fund PIN'],
      content: [
        'Telegram on “{name}” can now confirm payments and show card numbers; withdrawals are paused for 24 hours. If this was not you, freeze the account at once and change your fund PIN.',
        'Telegram can now confirm payments and show card numbers; withdrawals are paused for 24 hours. If this was not you, freeze the account at once and change your fund PIN.',
      ],
    },
    'security.passkeysRemoved': {
      title: ['All passkeys removed'],
      content: [
        'The ways to log in were just reset, and for safety your passkeys ({count}) were removed with them. You can add them again in the security center, with the fund PIN.',
        'The ways to log in were just reset, and for safety your passkeys were removed with them. You can add them again in the security center, with the fund PIN.',
      ],
    },
  },
}
