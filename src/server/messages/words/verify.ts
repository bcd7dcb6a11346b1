import type { Words } from './template.ts'

/** What became of an identity verification, by language; spread into the words of the language. */
export const verify: Record<'zh' | 'en', Words['variants']> = {
  zh: {
    'verify.approved': { title: ['身份认证已通过'], content: ['现在可以开卡了。'] },
    'verify.reject': {
      title: ['身份认证未通过'],
      content: ['{verdict}{note}', '{verdict}', '{reason}', '提交的资料没有通过审核，请重新认证。'],
    },
    'verify.expiring': {
      title: ['证件即将到期'],
      content: [
        '认证所用的证件将于 {date}到期，到期后请用新证件重新认证。已开的卡可以继续使用。',
        '认证所用的证件即将到期。',
      ],
    },
    'verify.expired': {
      title: ['证件已到期，请重新认证'],
      content: [
        '认证所用的证件已于 {date}到期。重新认证前不能开新卡，已开的卡可以继续使用。',
        '认证所用的证件已到期，请重新认证。',
      ],
    },
    'verify.need_more': {
      title: ['身份认证需要补充资料'],
      content: ['{verdict}{note}', '{verdict}', '{reason}', '请补充资料后再次提交。'],
    },
  },
  en: {
    'verify.approved': { title: ['You are verified'], content: ['You can open a card now.'] },
    'verify.reject': {
      title: ['Your verification was not approved'],
      content: [
        '{verdict} {note}',
        '{verdict}',
        '{reason}',
        'What you sent could not be accepted. Please verify again.',
      ],
    },
    'verify.expiring': {
      title: ['Your document expires soon'],
      content: [
        'The document you were verified with expires on {date}. Once it has, please verify again with a new one. Your cards keep working.',
        'The document you were verified with expires soon.',
      ],
    },
    'verify.expired': {
      title: ['Your document has expired: verify again'],
      content: [
        'The document you were verified with expired on {date}. Until you verify again you cannot open new cards. Your existing cards keep working.',
        'The document you were verified with has expired. Please verify again.',
      ],
    },
    'verify.need_more': {
      title: ['Your verification needs more information'],
      content: ['{verdict} {note}', '{verdict}', '{reason}', 'Please add what is missing and submit again.'],
    },
  },
}
