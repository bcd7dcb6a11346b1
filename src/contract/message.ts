import * as z from 'zod/mini'
import { call, planned } from './call.ts'
import { id, instant, list, paged } from './field.ts'

/** Message categories (decision D7). */
export const messageKind = z.enum(['system', 'balance', 'verify', 'feedback'])
/** What a message tells of (specification section 3, decision D7). */
export const noticeType = z.enum([
  'refundArrival',
  'consume',
  'rechargeArrival',
  'deposit',
  'openCardSuccess',
  'openCardFail',
  'cardTransfer',
  'converted',
  'declined',
  'cardState',
  'security',
  'withdraw',
  'application',
  'verify',
  'welcome',
])
/** What a message tells of. */
export type NoticeType = z.output<typeof noticeType>

/** One message; title and content are in the reader's language at reading time. */
export const message = z.strictObject({
  id,
  kind: messageKind,
  noticeType,
  title: z.string(),
  content: z.string(),
  params: z.record(z.string(), z.string()),
  isRead: z.boolean(),
  createTime: instant,
  /** A route of the app that belongs to it. */
  action: z.nullable(z.string()),
})

export const unreadMessageCount = call({
  path: '/api/customer/message/unreadMessageCount',
  promise: 'How many messages are unread, and per category.',
  input: z.strictObject({}),
  output: z.strictObject({ total: z.int(), byKind: z.record(messageKind, z.int()) }),
})

export const getAllMessageFirst = call({
  path: '/api/customer/message/getAllMessageFirst',
  promise: 'The newest message of each category with its unread count.',
  input: z.strictObject({}),
  output: z.array(z.strictObject({ kind: messageKind, unread: z.int(), first: z.nullable(message) })),
})

export const messages = call({
  path: '/api/customer/message/{pageSize}/{page}',
  promise: 'Messages of the caller, newest first.',
  input: z.strictObject({ ...paged(), kind: z.optional(messageKind), noticeType: z.optional(noticeType) }),
  output: list(message),
})

export const read = call({
  path: '/api/customer/message/read',
  promise: 'Marks messages as read; without ids all of a category, or all.',
  input: z.strictObject({
    ids: z.optional(z.array(id).check(z.maxLength(100))),
    kind: z.optional(messageKind),
  }),
  output: z.null(),
})

export const get = call({
  path: '/api/customer/message/get',
  promise: 'One message; it counts as read from then on.',
  input: z.strictObject({ id }),
  output: message,
})

export const confirmTransfer = planned({
  path: '/api/customer/message/confirmTransfer',
  promise: 'Accepts money that waits for a card.',
  movesMoney: true,
})
export const messageSetting = planned({
  path: '/api/customer/message/setting',
  promise: 'Which messages also come by mail or Telegram.',
})
