import { raiseAlarm } from '../alarms.ts'
import type { Db } from '../database/database.ts'
import { type AuthorizationRequest, authorizationRequest } from './issuer-words.ts'

/** Something that was kept under the name of a question. */
interface AskedBefore<Answer> {
  /** Null of an event that is no question, and has no answer of ours. */
  answer: Answer | null
  /** By what the two are not the same; nothing of a question that was only asked again. */
  differs: string[]
}

/**
 * What was kept under the name of a question, and whether that was the same: the same sum of the same card to the same
 * merchant. When it was asked does not count, since whoever asks again may say the time anew.
 */
export async function askedBefore<Answer>(
  db: Db,
  request: AuthorizationRequest,
): Promise<AskedBefore<Answer>> {
  const kept = await db
    .selectFrom('issuer_events')
    .select(['type', 'payload', 'answer'])
    .where('id', '=', request.id)
    .executeTakeFirstOrThrow()
  const first = authorizationRequest.safeParse(kept.payload)
  if (kept.type !== 'authorization.asked' || !first.success) return { answer: null, differs: ['type'] }
  return { answer: kept.answer as Answer | null, differs: differences(first.data, request) }
}

/** One name for two questions: nobody knows which of them the answer would be for, so a person looks. */
export async function raiseOtherQuestion(
  db: Db,
  { id, cardId, threadId }: AuthorizationRequest,
  { differs }: { differs: readonly string[] },
): Promise<void> {
  const detail = { type: 'authorization.asked', cardId, threadId, differs }
  await raiseAlarm(db, { kind: 'issuer_contradicts', subject: id, detail })
}

function differences(first: AuthorizationRequest, again: AuthorizationRequest): string[] {
  const [one, other] = [contentOf(first), contentOf(again)]
  return Object.keys(one).filter(field => one[field] !== other[field])
}

function contentOf({ at: _, merchant, ...content }: AuthorizationRequest): Record<string, unknown> {
  return { ...content, ...merchant }
}
