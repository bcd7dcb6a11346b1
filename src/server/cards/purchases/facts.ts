import type { Db } from '../../database/database.ts'
import { type Fact, factOf } from './thread.ts'

/** What is known of each of these purchases, by their threads. */
export async function factsOf(db: Db, threadIds: readonly string[]): Promise<Map<string, Fact[]>> {
  const facts = new Map<string, Fact[]>(threadIds.map(threadId => [threadId, []]))
  if (threadIds.length === 0) return facts
  const rows = await db
    .selectFrom('issuer_events')
    .select(['subject', 'fact'])
    .where('subject', 'in', threadIds)
    .where('fact', 'is not', null)
    .execute()
  for (const { subject, fact } of rows) if (subject && fact) facts.get(subject)?.push(factOf(fact))
  return facts
}
