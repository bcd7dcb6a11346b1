import { letterOf, type Part, type Written } from './layout.ts'
import { secondFactorAdvice, secondFactorEvents } from './second-factor.ts'
import { whenAndWhere } from './when-and-where.ts'

/** What happened to the safety of an account. */
export type SecurityEvent = keyof (typeof events)['en']

/** The letter that tells of a change nobody should learn of too late. */
export function securityLetter({
  to,
  lang,
  event,
  detail,
  way = [],
  ...seen
}: {
  to: string
  lang: 'zh' | 'en'
  event: SecurityEvent
  device: string
  ip: string
  at: Date
  /** What it is about: an address, an amount. */
  detail?: string | undefined
  /** A way back, after what to do about it. */
  way?: readonly Part[] | undefined
}): Written {
  const { subject, stop, paused } = frames[lang]
  const what = events[lang][event]
  return letterOf({
    to,
    lang,
    subject: subject + what,
    body: [
      what + stop,
      ...(detail ? [detail] : []),
      whenAndWhere(seen, lang),
      ...(holds.includes(event) ? [paused] : []),
      advice[lang][event] ?? advice[lang].others,
      ...way,
    ],
  })
}

const frames = {
  zh: { subject: 'Glaze 安全提醒：', stop: '。', paused: '为了您的资金安全，提现暂停 24 小时。' },
  en: {
    subject: 'Glaze security notice: ',
    stop: '.',
    paused: 'To protect your funds, withdrawals are paused for 24 hours.',
  },
}

const holds: string[] = [
  'passwordChanged',
  'passwordReset',
  'pinChanged',
  'telegramBound',
  'telegramUnbound',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyPays',
  'biometricsAdded',
  'emailChanged',
  'emailRestored',
  'unfrozen',
  'unfrozenByUs',
  'secondFactorOn',
  'secondFactorOff',
  'secondFactorGone',
  'secondFactorUndone',
]

const byUs = {
  zh: '如有疑问，请通过应用“帮助”页列出的渠道联系客服。',
  en: 'If you have questions, contact us through the channels on the Help page of the app.',
}

const freeze = {
  zh: '如果不是您本人操作，请立即在“安全中心”冻结账户：提现、刷卡和划转马上停止，其他设备退出登录。然后联系客服。',
  en: 'If this was not you, freeze the account in the security center at once: withdrawals, card payments and transfers stop, and other devices are logged out. Then contact us.',
}

/** What to do about it. */
const advice: Record<'zh' | 'en', { others: string } & Partial<Record<SecurityEvent, string>>> = {
  zh: {
    newDevice:
      '如果不是您本人操作，请立即在“安全中心”冻结账户：提现、刷卡和划转马上停止，其他设备退出登录。然后用“忘记密码”重设登录密码，并联系客服。',
    frozen:
      '提现、刷卡、划转和查看卡号都已停止，其他设备已退出登录，充值照常到账。在“安全中心”用邮箱验证码、资金密码和登录密码解冻。如果不是您本人操作，请用“忘记密码”重设登录密码，并联系客服。',
    frozenByUs: byUs.zh,
    unfrozenByUs: byUs.zh,
    holdLifted: '如果您没有为此联系过我们，请立即在“安全中心”冻结账户，并联系客服。',
    depositLost: '您的余额不变。这笔充值重新上链并确认后，账户会自动解冻；否则我们核对后会联系您。',
    telegramRegistered:
      '以后可用这个 Telegram 登录。如果不是您本人操作，请立即在登录页用“忘记密码”设置登录密码，Telegram 会随之解绑，并联系客服。',
    passkeyAdded:
      '以后可用它登录。如果不是您本人操作，请立即在登录页用“忘记密码”重设登录密码，所有通行密钥会随之移除，并联系客服。',
    passkeyPays: freeze.zh,
    biometricsAdded: freeze.zh,
    passkeysRemoved: '登录方式刚刚重置，为了安全一并移除了它们。需要时，可在“安全中心”用资金密码重新添加。',
    delayLonger: freeze.zh,
    delayShorter: freeze.zh,
    delayKept: freeze.zh,
    ...secondFactorAdvice.zh,
    others: '如果不是您本人操作，请立即在登录页用“忘记密码”重设登录密码，并联系客服。',
  },
  en: {
    newDevice:
      'If this was not you, freeze the account in the security center at once: withdrawals, card payments and transfers stop, and other devices are logged out. Then set a new login password with “Forgot password” and contact us.',
    frozen:
      'Withdrawals, card payments, transfers and card numbers are stopped and other devices were logged out; deposits are still credited. Unfreeze it in the security center with an e-mail code, the fund PIN and the login password. If this was not you, set a new login password with “Forgot password” and contact us.',
    frozenByUs: byUs.en,
    unfrozenByUs: byUs.en,
    holdLifted:
      'If you have not asked us for this, freeze the account in the security center at once and contact us.',
    depositLost:
      'Your balance is unchanged. Once this deposit is back on chain and confirmed, the account is unfrozen automatically; if it does not come back, we will check and contact you.',
    telegramRegistered:
      'That Telegram can log in from now on. If this was not you, set a login password with “Forgot password” at once, which unlinks Telegram, and contact us.',
    passkeyAdded:
      'It can log in from now on. If this was not you, set a new login password with “Forgot password” at once, which removes all passkeys, and contact us.',
    passkeyPays: freeze.en,
    biometricsAdded: freeze.en,
    passkeysRemoved:
      'The ways to log in were just reset, and they were removed with them for safety. You can add them again in the security center, with the fund PIN.',
    delayLonger: freeze.en,
    delayShorter: freeze.en,
    delayKept: freeze.en,
    ...secondFactorAdvice.en,
    others: 'If this was not you, set a new login password with “Forgot password” at once and contact us.',
  },
}

const events = {
  zh: {
    ...secondFactorEvents.zh,
    passwordChanged: '登录密码已修改',
    passwordReset: '登录密码已通过邮箱验证码重置',
    pinSet: '资金密码已设置',
    pinChanged: '资金密码已修改',
    telegramBound: '已绑定 Telegram',
    telegramRegistered: '账号已用 Telegram 注册',
    telegramUnbound: '已解绑 Telegram',
    passkeyAdded: '已添加通行密钥',
    passkeyRemoved: '已移除通行密钥',
    passkeyPays: '通行密钥现在可以代替资金密码',
    biometricsAdded: 'Telegram 的指纹或面容现在可以代替资金密码',
    passkeysRemoved: '所有通行密钥已移除',
    emailChanged: '登录邮箱已改为这个地址',
    emailRestored: '登录邮箱已改回这个地址',
    newDevice: '有新设备登录了您的账号',
    addressSaved: '已保存新的提现地址',
    withdrawalAsked: '已提交提现',
    deletionAsked: '已申请注销账户',
    deletionUndone: '账户注销已撤销',
    dataExported: '已导出您的全部个人数据',
    phraseSet: '防钓鱼短语已设置',
    phraseRemoved: '防钓鱼短语已移除',
    delayLonger: '提现等待已延长',
    delayShorter: '已申请缩短提现等待',
    delayKept: '缩短提现等待的申请已取消',
    frozen: '账户已冻结',
    unfrozen: '账户已解冻',
    frozenByUs: '为了安全，我们冻结了您的账户',
    unfrozenByUs: '我们解除了对您账户的冻结',
    holdLifted: '我们提前结束了您账户的提现暂停',
    depositLost: '区块链撤回了一笔已到账的充值，您的账户暂时冻结',
  },
  en: {
    ...secondFactorEvents.en,
    passwordChanged: 'Your login password was changed',
    passwordReset: 'Your login password was reset by an e-mail code',
    pinSet: 'Your fund PIN was set',
    pinChanged: 'Your fund PIN was changed',
    telegramBound: 'Telegram was linked to your account',
    telegramRegistered: 'Your account was created with Telegram',
    telegramUnbound: 'Telegram was unlinked from your account',
    passkeyAdded: 'A passkey was added to your account',
    passkeyRemoved: 'A passkey was removed from your account',
    passkeyPays: 'A passkey can now stand in for your fund PIN',
    biometricsAdded: 'Biometrics in Telegram can now stand in for your fund PIN',
    passkeysRemoved: 'All passkeys of your account were removed',
    emailChanged: 'This is now the e-mail address of your account',
    emailRestored: 'This is the e-mail address of your account again',
    newDevice: 'A new device logged in to your account',
    addressSaved: 'A withdrawal address was saved',
    withdrawalAsked: 'A withdrawal was requested',
    deletionAsked: 'The deletion of your account was requested',
    deletionUndone: 'The deletion of your account was canceled',
    dataExported: 'Everything we keep about you was exported',
    phraseSet: 'Your anti-phishing phrase was set',
    phraseRemoved: 'Your anti-phishing phrase was removed',
    delayLonger: 'Your withdrawal delay is longer now',
    delayShorter: 'A shorter withdrawal delay was requested',
    delayKept: 'The request for a shorter withdrawal delay was canceled',
    frozen: 'Your account was frozen',
    unfrozen: 'Your account was unfrozen',
    frozenByUs: 'We froze your account for safety',
    unfrozenByUs: 'We lifted our freeze of your account',
    holdLifted: 'We ended the pause of withdrawals from your account early',
    depositLost: 'The network undid a deposit, and your account is frozen for now',
  },
}
