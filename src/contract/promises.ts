// Promises in numbers that both sides repeat in their texts. The server enforces those that say so.

/** Days until the issuer approves a physical card (specification section 9). */
export const approveDays = 14
/** Days until an approved physical card is on its way (specification section 9). */
export const shipDays = 14
/** Hours until a ticket is answered; the server dates each ticket by it. */
export const answerHours = 24
/** Hours until another operator decides an escalated ticket; customers are told three working days, which is no less. */
export const escalatedHours = 72
/** Days until a complaint has its conclusion in writing. */
export const complaintDays = 15
/** Working days that merchants and banks usually take for a refund. */
export const refundDays = { min: 3, max: 15 }
/** Days from the last clearing of a purchase within which it can be disputed; the server refuses later ones. */
export const disputeDays = 120
/** Days that stay for a dispute after the last day until which a refund can be waited for; the server refuses later ones. */
export const refundSpareDays = 7
/** Days before an expected regular charge that its card has too little for, in which that is told; the server goes by it. */
export const chargeNoticeDays = 3
