import { letterOf, type Written } from './layout.ts'

/** The letter of the day an account was to be deleted: it was, or something stood in the way. */
export function deletionLetter({
  to,
  lang,
  what,
}: {
  to: string
  lang: 'zh' | 'en'
  what: 'deleted' | 'stopped'
}): Written {
  const [subject = '', ...body] = words[lang][what]
  return letterOf({ to, lang, subject, body })
}

const words = {
  zh: {
    deleted: [
      'Glaze：您的账户已注销',
      '您的账户已按您的申请注销。',
      '个人资料、证件照片、登录记录、地址和消息已删除。法律要求保留的账目仍以代号保存，其中没有您的姓名和邮箱。',
      '这个邮箱可以重新注册，新账户与旧账户没有任何关系。',
      '请不要再向旧的充值地址转账。如果已经转了，或有商户的退款未收到，请联系客服。',
    ],
    stopped: [
      'Glaze：账户注销已停止',
      '今天本应注销您的账户，但账户里还有资金或未完成的业务，所以注销已停止，账户恢复正常。',
      '请在“注销账户”页面查看原因，处理后可以重新申请。',
    ],
  },
  en: {
    deleted: [
      'Glaze: your account has been deleted',
      'Your account has been deleted as you asked.',
      'Personal details, document photos, the login log, addresses and messages are deleted. The records that the law requires us to keep stay under a code, without your name or e-mail address.',
      'You may sign up with this address again; the new account has nothing to do with the old one.',
      'Please send nothing to your old deposit addresses. If you have, or if a merchant refund is missing, contact us.',
    ],
    stopped: [
      'Glaze: the deletion of your account was stopped',
      'Your account was to be deleted today, but it still holds money or something in progress. The deletion was stopped and the account works as before.',
      'The page “Delete account” says why. Once that is settled you can ask again.',
    ],
  },
} as const
