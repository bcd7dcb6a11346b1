import type { Letter } from '../mailer.ts'
import { letterOf } from './layout.ts'

/** What happened to the safety of an account. */
export type SecurityEvent = keyof (typeof events)['en']

/** The letter that tells of a change nobody should learn of too late. */
export function securityLetter({
  to,
  lang,
  event,
  device,
  ip,
  at,
  detail,
}: {
  to: string
  lang: 'zh' | 'en'
  event: SecurityEvent
  device: string
  ip: string
  at: Date
  /** What it is about: an address, an amount. */
  detail?: string | undefined
}): Letter {
  const what = events[lang][event]
  const when = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (lang === 'zh') {
    return letterOf({
      to,
      lang,
      subject: `Glaze 安全提醒：${what}`,
      body: [
        `${what}。`,
        ...(detail ? [detail] : []),
        `时间：${when}；设备：${device}；IP：${ip}`,
        ...(holds.includes(event) ? ['为了你的资金安全，提现暂停 24 小时。'] : []),
        '如果不是你本人操作，请立即在登录页用“忘记密码”重设登录密码，并联系客服。',
      ],
    })
  }
  return letterOf({
    to,
    lang,
    subject: `Glaze security notice: ${what}`,
    body: [
      `${what}.`,
      ...(detail ? [detail] : []),
      `Time: ${when}; device: ${device}; IP: ${ip}`,
      ...(holds.includes(event) ? ['To protect your funds, withdrawals are paused for 24 hours.'] : []),
      'If this was not you, set a new login password with "Forgot password" at once and contact us.',
    ],
  })
}

const holds: string[] = [
  'passwordChanged',
  'passwordReset',
  'pinChanged',
  'telegramBound',
  'telegramUnbound',
  'emailChanged',
  'emailRestored',
]

const events = {
  zh: {
    passwordChanged: '登录密码已修改',
    passwordReset: '登录密码已通过邮箱验证码重置',
    pinSet: '资金密码已设置',
    pinChanged: '资金密码已修改',
    telegramBound: '已绑定 Telegram',
    telegramUnbound: '已解绑 Telegram',
    emailChanged: '登录邮箱已改为这个地址',
    emailRestored: '登录邮箱已改回这个地址',
    newDevice: '有新设备登录了你的账号',
    addressSaved: '已保存新的提现地址',
    withdrawalAsked: '已提交提现',
    deletionAsked: '已申请注销账户',
    deletionUndone: '账户注销已撤销',
    dataExported: '已导出你的全部个人数据',
  },
  en: {
    passwordChanged: 'Your login password was changed',
    passwordReset: 'Your login password was reset by an e-mail code',
    pinSet: 'Your fund PIN was set',
    pinChanged: 'Your fund PIN was changed',
    telegramBound: 'Telegram was bound to your account',
    telegramUnbound: 'Telegram was unbound from your account',
    emailChanged: 'This is now the e-mail address of your account',
    emailRestored: 'This is the e-mail address of your account again',
    newDevice: 'A new device signed in to your account',
    addressSaved: 'A withdrawal address was saved',
    withdrawalAsked: 'A withdrawal was requested',
    deletionAsked: 'The deletion of your account was requested',
    deletionUndone: 'The deletion of your account was taken back',
    dataExported: 'Everything we keep about you was exported',
  },
}
