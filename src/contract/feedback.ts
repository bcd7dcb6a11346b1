import { planned } from './call.ts'

export const submitFeedback = planned({
  path: '/api/customer/feedback/submitFeedback',
  promise: 'Opens a ticket with a description of at least six characters.',
})
export const faq = planned({ path: '/api/common/faq', who: 'anyone', promise: 'Questions and answers.' })
