import type { Question } from './param.ts'

/** The questions of a search, each word of it somewhere in group, question or answer. */
export function find(questions: Question[], words: string): Question[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return questions.filter(({ group, question, answer }) => {
    const text = `${group} ${question} ${answer}`.toLowerCase()
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
