import * as z from 'zod/mini'
import { call } from './call.ts'
import { description, id, instant, lang, list, paged, requestId } from './field.ts'
import { type Picture, picturePath } from './identity.ts'

/** Paths of uploaded pictures (`uploadPicture`), three at most. */
export const images = z.array(picturePath).check(z.maxLength(3, 'tooMany'))
/** What a device says of itself, in lines: nothing of a person or their money. */
const diagnostic = z.string('text').check(z.maxLength(4000, 'tooLong'), z.regex(/^[^\p{Cs}\0]*$/u, 'text'))
/** What a ticket may be about: a bill or a card of the caller's own. */
const refType = z.enum(['bill', 'card'], 'refType')

/** A ticket as a row of the list. */
const row = {
  id,
  /** What people name it by: `100001`. */
  number: z.string(),
  status: z.enum(['open', 'answered', 'closed']),
  /** The first words of it. */
  title: z.string(),
  refType: z.nullable(refType),
  refId: z.nullable(id),
  /** By when we answer; null when nothing waits for us. */
  answerBy: z.nullable(instant),
  /** Somebody who has not answered yet decides. */
  isEscalated: z.boolean(),
  createTime: instant,
  updateTime: instant,
}

/** A ticket with its dialogue, oldest line first. */
export const ticket = z.strictObject({
  ...row,
  lines: z.array(
    z.strictObject({ id, isOurs: z.boolean(), text: z.string(), pictures: z.int(), createTime: instant }),
  ),
})

export const submitFeedback = call({
  path: '/api/customer/feedback/submitFeedback',
  promise:
    'Opens a ticket with a description of at least six characters, and what the device says of itself; the same requestId opens one only. Card numbers in both are covered.',
  input: z.strictObject({
    description,
    images: z.optional(images),
    diagnostic: z.optional(diagnostic),
    refType: z.optional(refType),
    refId: z.optional(id),
    requestId: z.optional(requestId),
  }),
  output: ticket,
  refuses: ['limit_exceeded', 'request_changed', 'upload_failed'],
})

export const uploadPicture = call({
  path: '/api/customer/res/upload/feedback',
  promise:
    'Takes one picture for a ticket or a dispute (field file; JPEG, PNG, WebP or AVIF up to 8 MB), stores it re-encoded and encrypted, and answers the path to name it by.',
  body: 'multipart',
  input: z.strictObject({ file: z.custom<Picture>() }),
  output: z.strictObject({ path: z.string() }),
  refuses: ['upload_failed', 'image_unreadable', 'limit_exceeded'],
})

export const tickets = call({
  path: '/api/customer/feedback/{pageSize}/{page}',
  promise: 'Tickets of the caller, newest first.',
  input: z.strictObject({ ...paged() }),
  output: list(z.strictObject(row)),
})

export const getTicket = call({
  path: '/api/customer/feedback/get',
  promise: 'One ticket with its dialogue.',
  input: z.strictObject({ id }),
  output: ticket,
})

export const replyFeedback = call({
  path: '/api/customer/feedback/reply',
  promise: 'Adds a line to a ticket and opens it again; the word "escalate" (升级) has somebody else decide.',
  input: z.strictObject({
    id,
    text: z
      .string('required')
      .check(
        z.trim(),
        z.minLength(1, 'required'),
        z.maxLength(2000, 'tooLong'),
        z.regex(/^[^\p{Cs}\0]*$/u, 'text'),
      ),
    images: z.optional(images),
    requestId: z.optional(requestId),
  }),
  output: ticket,
  refuses: ['limit_exceeded', 'request_changed', 'upload_failed'],
})

export const faq = call({
  path: '/api/common/faq',
  who: 'anyone',
  promise:
    'Questions and answers in groups, with the words they are also found by; numbers are those in force.',
  input: z.strictObject({ lang: z.optional(lang) }),
  output: z.array(
    z.strictObject({
      id: z.string(),
      group: z.string(),
      question: z.string(),
      answer: z.string(),
      words: z.array(z.string()),
    }),
  ),
})
