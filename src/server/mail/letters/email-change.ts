import { maskEmail } from '../../../contract/mask.ts'
import { letterOf, type Written } from './layout.ts'
import { minuteOf, whenAndWhere } from './when-and-where.ts'

interface Seen {
  to: string
  lang: 'zh' | 'en'
  device: string
  ip: string
  at: Date
}

/**
 * To the address that was given up: what took its place, masked, since a stranger may read the old mailbox, and the link
 * that takes it back until then.
 */
export function emailChangedLetter({
  to,
  lang,
  email,
  link,
  until,
  ...seen
}: Seen & { email: string; link: string; until: Date }): Written {
  if (lang === 'zh') {
    return letterOf({
      to,
      lang,
      subject: 'Glaze 安全提醒：登录邮箱已更换',
      body: [
        `您的登录邮箱已换成 ${maskEmail(email)}，这个邮箱不能再用来登录。其他设备已退出登录，提现暂停 24 小时。`,
        whenAndWhere(seen, lang),
        `如果不是您本人操作，请在 ${minuteOf(until)} 之前打开这个链接，把邮箱改回来：`,
        { link },
        '改回后所有设备都会退出登录，登录密码失效，Telegram 解绑；您可以用这个邮箱重设登录密码，然后请更换资金密码。',
        '如果是您本人操作，请忽略这个链接，也不要把它转发给任何人。',
      ],
    })
  }
  return letterOf({
    to,
    lang,
    subject: 'Glaze security notice: the e-mail address of your account was changed',
    body: [
      `Your account now has the address ${maskEmail(email)}; this one can no longer log in. Other devices were logged out, and withdrawals are paused for 24 hours.`,
      whenAndWhere(seen, lang),
      `If this was not you, open this link before ${minuteOf(until)} to undo the change:`,
      { link },
      'Every device is then logged out, the login password is void and Telegram is unlinked; set a new password with this address, and then a new fund PIN.',
      'If it was you, ignore the link and forward it to nobody.',
    ],
  })
}

/** To the address that a customer had for a while. */
export function emailTakenBackLetter({ to, lang, ...seen }: Seen): Written {
  if (lang === 'zh') {
    return letterOf({
      to,
      lang,
      subject: 'Glaze 安全提醒：登录邮箱已改回',
      body: [
        '有人用发到原邮箱的链接，把账号的登录邮箱改回了原来的地址。这个邮箱不能再用来登录，所有设备都已退出登录。',
        whenAndWhere(seen, lang),
        '如果不是您本人操作，请立即联系客服。',
      ],
    })
  }
  return letterOf({
    to,
    lang,
    subject: 'Glaze security notice: the change of your e-mail address was undone',
    body: [
      'With the link sent to the old address, the change of address was undone. This address can no longer log in, and every device was logged out.',
      whenAndWhere(seen, lang),
      'If this was not you, contact us at once.',
    ],
  })
}
