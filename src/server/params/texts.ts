import agreementsEn from './texts/agreements-en.json' with { type: 'json' }
import agreementsZh from './texts/agreements-zh.json' with { type: 'json' }
import faqEn from './texts/faq-en.json' with { type: 'json' }
import faqZh from './texts/faq-zh.json' with { type: 'json' }

/** The languages of every text. */
export type Lang = 'zh' | 'en'
/** The agreements a customer can read. */
export type AgreementKey = keyof typeof agreementsZh

const agreements = { zh: agreementsZh, en: agreementsEn }
const versions: Record<AgreementKey, { version: string; date: string }> = {
  service: { version: '1.2', date: '2026-10-01' },
  privacy: { version: '1.2', date: '2026-10-01' },
  card: { version: '1.1', date: '2026-09-01' },
  fees: { version: '1.1', date: '2026-09-01' },
  risk: { version: '1.0', date: '2026-06-01' },
}

/** An agreement with its version and date; paragraphs of a section stand on lines of their own. */
export function agreement(key: AgreementKey, lang: Lang) {
  return { key, ...versions[key], ...agreements[lang][key] }
}

/** Every agreement with its version and date, without its text. */
export function agreementVersions(lang: Lang) {
  return (Object.keys(versions) as AgreementKey[]).map(key => ({
    key,
    title: agreements[lang][key].title,
    ...versions[key],
  }))
}

/** Questions and answers, in groups. */
export const faq = { zh: faqZh, en: faqEn }

/** Shorter texts. */
export const texts = {
  zh: {
    shipping: '实体卡申请约 14 天审核，通过后 14 天内寄出。',
    refund: '退款金额以银行结算为准，跨境手续费和汇率差额不予退还。',
    crossBorder: '以非美元或在发卡地区以外消费，可能产生跨境费和汇率差额。',
    hours: '每天 09:00–21:00（UTC+8），安全问题全天处理',
    complaint: [
      '第一步：在应用内提交反馈，24 小时内答复。',
      '第二步：不满意时回复“升级”，由另一位负责人在 3 个工作日内复核。',
      '第三步：仍未解决，可以致信投诉邮箱，我们在 15 天内给出书面结论。',
    ],
    invite: [
      '把邀请码或链接分享给朋友，对方注册时填写即建立邀请关系，之后不能更改。',
      '朋友完成身份认证并首次充值后，你会在邀请页看到进展。',
      '自己邀请自己、批量注册或虚假资料无效。',
    ],
    poster: { title: '用加密货币，像用卡一样简单', subtitle: '扫码注册 Glaze' },
    channels: '只有这里列出的渠道属于我们。',
  },
  en: {
    shipping: 'A physical card is approved in about 14 days and ships within 14 days after that.',
    refund:
      "The bank's settlement decides the amount of a refund. Cross-border fees and exchange differences are not refunded.",
    crossBorder:
      'Paying in another currency than US dollars, or outside the region of the card, may cost a cross-border fee.',
    hours: '09:00–21:00 (UTC+8) every day; security matters around the clock',
    complaint: [
      'First: send feedback in the app. We answer within 24 hours.',
      'Second: not satisfied? Reply "escalate", and someone else decides within 3 working days.',
      'Third: still open? Write to the complaints address; you get a written conclusion within 15 days.',
    ],
    invite: [
      'Share your code or link. Whoever registers with it is invited by you; that cannot be changed later.',
      'When they are verified and have recharged for the first time, you see it on the invite page.',
      'Inviting yourself, mass registration and false details do not count.',
    ],
    poster: { title: 'Pay with crypto, as with any card', subtitle: 'Scan to join Glaze' },
    channels: 'Only the channels listed here are ours.',
  },
}
