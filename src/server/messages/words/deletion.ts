import type { Words } from './template.ts'

/** The end of an account and what its owner takes along, in both languages; part of the notices' variants. */
export const deletion: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'security.deletionAsked': {
      title: ['已申请注销账户'],
      content: [
        '账户将于 {date}注销，在那之前随时可以撤销，期间资金不能动用。如果不是您本人操作，请立即撤销并修改登录密码。',
        '您已申请注销账户，到期前随时可以撤销。如果不是您本人操作，请立即撤销并修改登录密码。',
      ],
    },
    'security.deletionUndone': {
      title: ['已撤销注销'],
      content: ['账户不会被注销，一切照常使用。如果不是您本人操作，请立即修改登录密码并联系客服。'],
    },
    'security.deletionStopped': {
      title: ['注销已停止'],
      content: ['账户里还有资金或未完成的业务，注销没有进行，账户照常使用。处理后可以重新申请。'],
    },
    'security.dataExported': {
      title: ['已导出个人数据'],
      content: [
        '您的全部个人数据刚刚在 {device} 上导出。如果不是您本人操作，请立即修改登录密码和资金密码，并联系客服。',
        '您的全部个人数据刚刚被导出。如果不是您本人操作，请立即修改登录密码和资金密码，并联系客服。',
      ],
    },
  },
  en: {
    'security.deletionAsked': {
      title: ['Deletion of the account requested'],
      content: [
        'Your account will be deleted on {date}. Until then you cannot move money, and can cancel at any time. If this was not you, cancel it and change your login password at once.',
        'Your account will be deleted. Until then you can cancel at any time. If this was not you, cancel it and change your login password at once.',
      ],
    },
    'security.deletionUndone': {
      title: ['Deletion canceled'],
      content: [
        'Your account stays, and everything works as before. If this was not you, change your login password and contact us at once.',
      ],
    },
    'security.deletionStopped': {
      title: ['Deletion stopped'],
      content: [
        'Your account still holds money or something in progress, so it was not deleted and works as before. Once that is settled you can ask again.',
      ],
    },
    'security.dataExported': {
      title: ['Personal data exported'],
      content: [
        'Everything we keep about you was just exported on {device}. If this was not you, change your login password and your fund PIN and contact us at once.',
        'Everything we keep about you was just exported. If this was not you, change your login password and your fund PIN and contact us at once.',
      ],
    },
  },
}
