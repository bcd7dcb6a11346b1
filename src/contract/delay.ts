/** Hours that a customer may have every withdrawal wait before it is paid; 0 is no wait of their own. */
export const delays = [0, 1, 24, 72] as const
/** One of them. */
export type DelayHours = (typeof delays)[number]
