import { planned } from './call.ts'

export const invited = planned({
  path: '/api/customer/invite/list',
  promise: 'People the caller has invited.',
})
export const inviteSummary = planned({
  path: '/api/customer/invite/summary',
  promise: 'Code, link and counts.',
})
