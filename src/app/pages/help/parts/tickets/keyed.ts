import { newRequestId } from '../../../../decision/request-id.ts'
import { draftOf, keepDraft } from '../../../../forms/draft.ts'

// What is said to us must not be said twice, but silence may hide that it arrived: its key stays beside the draft of its
// form, over a reload.

/** Gives what is sent its key: the same words carry the same one, unless a picture comes with them that did not before. */
export function keyed<T extends { images?: string[] }>(draft: string, wanted: T): T & { requestId: string } {
  const { images = [], ...rest } = wanted
  const words = JSON.stringify(rest)
  const sent = draftOf(keyOf(draft))
  const isAgain = sent.words === words && images.every(path => sent.images?.includes(path))
  const requestId = (isAgain && sent.requestId) || newRequestId()
  if (!isAgain) keepDraft(keyOf(draft), { words, images: images.join(' '), requestId })
  return { ...wanted, requestId }
}

/** Drops the draft of what has arrived, with its key. */
export function dropSent(draft: string) {
  keepDraft(draft, null)
  keepDraft(keyOf(draft), null)
}

function keyOf(draft: string): string {
  return `${draft} sent`
}
