import type { Part } from './layout.ts'
import { minuteOf } from './when-and-where.ts'

/** What happened to the second factor of a customer, as the letter says it. */
export const secondFactorEvents = {
  zh: {
    secondFactorOn: '身份验证器已开启',
    secondFactorOff: '身份验证器已关闭',
    secondFactorUndone: '身份验证器已用邮件里的链接移除',
    recoveryCodesMade: '已生成新的恢复码',
    recoveryCodeUsed: '有人用一个恢复码代替了身份验证器的验证码',
    secondFactorTried: '有人多次输错您的身份验证器验证码',
    secondFactorAsked: '我们收到申请：移除您账户的身份验证器',
    secondFactorKept: '移除身份验证器的申请已取消',
    secondFactorGone: '我们按申请移除了您账户的身份验证器',
  },
  en: {
    secondFactorOn: 'Your authenticator was turned on',
    secondFactorOff: 'Your authenticator was turned off',
    secondFactorUndone: 'Your authenticator was removed with the link from our letter',
    recoveryCodesMade: 'New recovery codes were made',
    recoveryCodeUsed: 'A recovery code was used in place of your authenticator',
    secondFactorTried: 'Somebody entered several wrong codes of your authenticator',
    secondFactorAsked: 'We were asked to remove the authenticator from your account',
    secondFactorKept: 'The request to remove your authenticator was canceled',
    secondFactorGone: 'We removed the authenticator from your account, as requested',
  },
}

const freeze = {
  zh: '如果不是您本人操作，请立即在“安全中心”冻结账户，并联系客服。',
  en: 'If this was not you, freeze the account in the security center at once and contact us.',
}

/** What to do about it. */
export const secondFactorAdvice = {
  zh: {
    secondFactorOn: `其他设备已退出登录。${freeze.zh}恢复码请与手机分开保存：手机丢失时，只有它能代替验证码。`,
    secondFactorOff: `其他设备已退出登录。${freeze.zh}`,
    secondFactorUndone:
      '所有设备都已退出登录，登录密码失效。请在登录页用“忘记密码”重设登录密码，登录后更换资金密码，并核对最近的提现和卡片消费。如果不是您本人操作，请立即联系客服。',
    recoveryCodesMade: `以前的恢复码都已作废。${freeze.zh}`,
    recoveryCodeUsed: `这个恢复码不能再用。${freeze.zh}`,
    secondFactorTried:
      '对方已通过前一步：知道您的登录密码，或能看到您的邮箱，或正在用您已登录的设备。如果不是您本人，请立即修改登录密码和邮箱密码，必要时在“安全中心”冻结账户。没有验证码，对方进不来。',
    secondFactorAsked:
      '如果您没有为此联系过我们，请立即登录，在“安全中心 → 身份验证器”点“不要移除”，或者回复客服。登录时输入一次正确的验证码，也会取消它。',
    secondFactorKept: '身份验证器照常使用。如果您仍需要移除，请重新联系客服。',
    secondFactorGone:
      '所有设备已退出登录，现在登录和重设密码不再需要验证码。请尽快重新设置身份验证器。如果您没有为此联系过我们，请立即冻结账户，并联系客服。',
  },
  en: {
    secondFactorOn: `Other devices were logged out. ${freeze.en} Keep the recovery codes apart from your phone: if it is lost, nothing else can stand in for its codes.`,
    secondFactorOff: `Other devices were logged out. ${freeze.en}`,
    secondFactorUndone:
      'Every device was logged out, and the login password is void. Set a new one with “Forgot password”, then a new fund PIN, and look through your latest withdrawals and card payments. If this was not you, contact us at once.',
    recoveryCodesMade: `The earlier ones are void. ${freeze.en}`,
    recoveryCodeUsed: `That recovery code is void now. ${freeze.en}`,
    secondFactorTried:
      'They had passed the step before: they know your login password, can read your mailbox, or use a device on which you are logged in. If this was not you, change your login password and that of your mailbox at once, and freeze the account in the security center if need be. Without a code they cannot get in.',
    secondFactorAsked:
      'If you have not asked us for this, log in at once and press “Do not remove it” under Security center, Authenticator, or contact us. Logging in with a right code cancels it, too.',
    secondFactorKept: 'Your authenticator works as before. If you still need it removed, contact us again.',
    secondFactorGone:
      'Every device was logged out, and logging in and resetting passwords take no code now. Please set up an authenticator again soon. If you have not asked us for this, freeze the account at once and contact us.',
  },
}

/**
 * The sentence of a letter about a second factor that goes at a moment unless its customer contradicts; `isHeld` while we hold
 * their account frozen, when only we call it off.
 */
export function goesAt(at: Date, { lang, isHeld }: { lang: 'zh' | 'en'; isHeld: boolean }): string {
  const time = minuteOf(at)
  if (lang === 'zh') {
    const held = isHeld ? '账户由我们冻结期间，在 App 里无法取消移除，要取消请联系客服。' : ''
    return `申请人说身份验证器和恢复码都丢了，或者不是本人开启的。如果没有人反对，我们将在 ${time} 移除它。${held}`
  }
  const held = isHeld
    ? ' While we hold your account frozen, it cannot be called off in the app: contact us to do so.'
    : ''
  return `Whoever asked says that the authenticator and the recovery codes are lost, or somebody else's. Unless you object, we remove it at ${time}.${held}`
}

/** The end of the letter that tells of a new second factor: the link by which its customer takes it away until then. */
export function undoneBy({
  link,
  until,
  hasPassword,
  lang,
}: {
  link: string
  until: Date
  hasPassword: boolean
  lang: 'zh' | 'en'
}): Part[] {
  const time = minuteOf(until)
  if (lang === 'zh') {
    return [
      `如果不是您开启的，在 ${time} 之前打开这个链接，输入${hasPassword ? '登录密码' : '资金密码'}，就能移除它；开启它的人拦不住：`,
      { link },
      '移除后所有设备都会退出登录，登录密码失效，Telegram 解绑，通行密钥移除；请用这个邮箱重设登录密码，然后更换资金密码。',
      '如果是您开启的，请忽略这个链接，也不要把它转发给任何人。',
    ]
  }
  return [
    `If you did not turn it on, open this link before ${time} and enter your ${hasPassword ? 'login password' : 'fund PIN'} to remove it. Whoever turned it on cannot stop you:`,
    { link },
    'Every device is then logged out, the login password is void, Telegram is unlinked and passkeys are removed; set a new password with this address, and then a new fund PIN.',
    'If it was you, ignore the link and forward it to nobody.',
  ]
}
