/** Why an operator refuses a verification, or asks for pictures again: keys for words that the customer reads. */
export const verdictReasons = [
  'blurred',
  'corners',
  'glare',
  'copy',
  'damaged',
  'hold_unclear',
  'face_differs',
  'name_differs',
  'birthday_differs',
  'type_differs',
  'expired',
  'under_age',
  'not_possible',
  /** What the note says, and nothing else. */
  'other',
] as const

/** Why an operator refuses a verification, or asks for pictures again. */
export type VerdictReason = (typeof verdictReasons)[number]
