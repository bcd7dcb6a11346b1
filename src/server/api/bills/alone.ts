import { Refused } from '../../http/refused.ts'

const busy = new Set<string>()

/** One file at a time for each customer on a node: they are the most work that anybody can ask for. Refuses another (`request_in_progress`). */
export async function alone<T>(userId: string, work: () => Promise<T>): Promise<T> {
  if (busy.has(userId)) throw new Refused('request_in_progress')
  busy.add(userId)
  try {
    return await work()
  } finally {
    busy.delete(userId)
  }
}
