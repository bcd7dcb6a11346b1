import { letterOf, type Written } from './layout.ts'

/** The letter that copies a message of the app: its words, and where it is. */
export function noticeLetter({
  to,
  lang,
  title,
  content,
  url,
}: {
  to: string
  lang: 'zh' | 'en'
  title: string
  content: string
  url: string
}): Written {
  const [open, why] = words[lang]
  return letterOf({
    to,
    lang,
    subject: `Glaze${lang === 'zh' ? '：' : ': '}${title}`,
    body: [...content.split('\n'), open, { link: url }, why],
  })
}

const words = {
  zh: ['在应用中查看：', '这封邮件是应用内消息的副本。可以在“消息 → 消息设置”里选择哪些消息发到邮箱。'],
  en: [
    'See it in the app:',
    'This e-mail is a copy of a message in the app. Choose under Messages, Message settings which ones you get by e-mail.',
  ],
} as const
