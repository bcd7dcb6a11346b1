import type { Output } from '../../../../contract/call.ts'
import type { faq } from '../../../../contract/feedback.ts'

export type Question = Output<typeof faq>[number]

/** The questions of a search, each word of it somewhere in group, question, answer or its search words. */
export function find(questions: Question[], asked: string): Question[] {
  const wanted = asked.toLowerCase().split(/\s+/).filter(Boolean)
  return questions.filter(({ group, question, answer, words }) => {
    const text = `${group} ${question} ${answer} ${words.join(' ')}`.toLowerCase()
    return wanted.every(word => text.includes(word))
  })
}

/** Questions by group, in the order they came. */
export function grouped(questions: Question[]): [group: string, questions: Question[]][] {
  const groups = new Map<string, Question[]>()
  for (const question of questions)
    groups.set(question.group, [...(groups.get(question.group) ?? []), question])
  return [...groups]
}
