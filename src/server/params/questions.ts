import { filledWith, type Numbers } from './numbers.ts'
import faqEn from './texts/faq-en.json' with { type: 'json' }
import faqZh from './texts/faq-zh.json' with { type: 'json' }
import type { Lang } from './texts.ts'

/** A question as it is read: its numbers are those in force, `words` are found by the search too. */
export interface Question {
  id: string
  group: string
  question: string
  answer: string
  words: string[]
}

const faq = { zh: faqZh, en: faqEn }

/** Questions and answers, in groups. */
export function questions(lang: Lang, numbers: Numbers): Question[] {
  return faq[lang].map(({ question, answer, words, ...rest }) => ({
    ...rest,
    question: filledWith(numbers, question),
    answer: filledWith(numbers, answer),
    words: words.split(' '),
  }))
}
