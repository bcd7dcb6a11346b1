// What we promise in numbers and nothing enforces: texts of both sides repeat them from here.

/** Days until the issuer approves a physical card, and until an approved one is on its way (specification, section 6). */
export const approveDays = 14
export const shipDays = 14
/** Hours until a ticket is answered. */
export const answerHours = 24
/** Hours until somebody else has decided an escalated ticket: three working days. */
export const escalatedHours = 72
/** Days until a complaint has its conclusion in writing. */
export const complaintDays = 15
/** Working days that merchants and banks usually take for a refund. */
export const refundDays = { min: 3, max: 15 }
/** Days after it was settled within which a purchase can be disputed. */
export const disputeDays = 120
