import type { Channel } from '../../messages/tables.ts'

/** What a job of each kind is told. A new kind is a line here and a function in `jobs/index.ts`. */
export interface JobPayloads {
  'open-card': { orderId: string }
  'freeze-card': { cardId: string }
  'close-card': { cardId: string; why: 'closed' | 'lost' | 'stolen' }
  'renew-card': { cardId: string }
  'answer-challenge': { challengeId: string }
  'order-card': { paymentId: string }
  'remail-card': { paymentId: string }
  'cancel-order': { applicationId: string }
  /** `telegramId` is the Telegram user who was bound when it happened, where nobody is bound now. */
  'copy-message': { messageId: string; channel: Channel; telegramId?: string; subscriptionId?: string }
  /** `userId` is whose phrase it shows: null where the reader is no customer of that address, or not any more. */
  'send-letter': {
    to: string
    lang: 'zh' | 'en'
    subject: string
    text: string
    html: string
    userId: string | null
  }
  'review-applicant': { applicantId: string }
  'reward-invite': { inviteeId: string }
  /** `isAccepted`: two operators have said yes to what waited for them. */
  'issuer-event': { eventId: string; isAccepted?: boolean }
  'auto-recharge': { cardId: string; cause: string }
  'send-dispute': { disputeId: string }
  /** The customer is deleted; it goes on for a month. */
  'forget-again': { userId: string }
  'review-withdrawal': { withdrawalId: string }
  'hold-withdrawals': { userId: string }
}
/** The kind of a job. */
export type JobKind = keyof JobPayloads
