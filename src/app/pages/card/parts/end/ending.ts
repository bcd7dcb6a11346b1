import type { Output } from '../../../../../contract/call.ts'
import type { closeCard, reportLost } from '../../../../../contract/card-control.ts'

export type EndSheet = 'lost' | 'close'

/** What became of the money of a card that is over; a card reported lost may bring a new one. */
export type End = Output<typeof closeCard> & Partial<Pick<Output<typeof reportLost>, 'orderId'>>
