import { letterOf, type Written } from './layout.ts'

/** What the code in a letter is for, in the words of the contract. */
export type Purpose = keyof (typeof purposes)['en']

/** The letter with a code: what it is for, how long it is good, and what to do when nobody asked for it. */
export function codeLetter({
  to,
  lang,
  purpose,
  code,
  minutes,
}: {
  to: string
  lang: 'zh' | 'en'
  purpose: Purpose
  code: string
  minutes: number
}): Written {
  const aim = purposes[lang][purpose]
  if (lang === 'zh') {
    return letterOf({
      to,
      lang,
      subject: `Glaze 验证码：${aim}`,
      body: [
        `您正在${aim}，验证码是：`,
        { code },
        `${minutes} 分钟内有效，只能使用一次。请勿告诉任何人，包括自称客服的人。`,
        '如果不是您本人操作，请忽略这封邮件；没有验证码，什么都不会改变。',
      ],
    })
  }
  return letterOf({
    to,
    lang,
    subject: `Your Glaze code to ${aim}`,
    body: [
      `Use this code to ${aim}:`,
      { code },
      `It is valid for ${minutes} minutes and one use. Tell nobody, not even someone who says they work for us.`,
      'If you did not ask for it, ignore this e-mail: without the code nothing changes.',
    ],
  })
}

const purposes = {
  zh: {
    register: '注册账号',
    forget: '重置登录密码',
    updatePassword: '修改登录密码',
    updatePinCode: '设置资金密码',
    deleteAccount: '注销账户',
    tgUnbind: '解绑 Telegram',
    transferOut: '保存提现地址',
    unfreeze: '解冻账户',
    updateCardPhone: '修改卡片手机号',
    updateEmail: '更换登录邮箱',
    newEmail: '把这个邮箱设为新的登录邮箱',
  },
  en: {
    register: 'create your account',
    forget: 'reset your login password',
    updatePassword: 'change your login password',
    updatePinCode: 'set your fund PIN',
    deleteAccount: 'delete your account',
    tgUnbind: 'unlink Telegram',
    transferOut: 'save a withdrawal address',
    unfreeze: 'unfreeze your account',
    updateCardPhone: 'change the phone number of your card',
    updateEmail: 'change the e-mail address of your account',
    newEmail: 'make this the e-mail address of your account',
  },
}
