/** Numbers that texts repeat, each as it is enforced elsewhere (`api/help/numbers.ts` gathers them). */
export interface Numbers {
  maxCards: number
  firstKeep: string
  rechargeMin: string
  rechargeMax: string
  outMin: string
  outFee: string
  holdHours: number
  newAddressHours: number
  delayMin: number
  delayMax: number
  limitHours: number
  limitDays: number
  secondHours: number
  renewalDays: number
  gamblingHours: number
  confirmations: number
  unbindLimit: number
  codeMinutes: number
  codeSeconds: number
  codesADay: number
  codesElsewhere: number
  codeTries: number
  passwordTries: number
  passwordTriesADay: number
  lockHours: number
  pictureMegabytes: number
  pictureLong: number
  pictureShort: number
  pinTries: number
  quoteSeconds: number
  /** For an invited person, in USDT; `0` while there are no rewards. */
  reward: string
  approveDays: number
  shipDays: number
  answerHours: number
  escalatedDays: number
  complaintDays: number
  refundMin: number
  refundMax: number
}

/**
 * A text with the numbers in force in its places, as the app shows them: each in one line with its currency. Throws for a
 * place that no number has.
 */
export function filledWith(numbers: Numbers, text: string): string {
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const number = (numbers as unknown as Record<string, string | number>)[name]
    if (number === undefined) throw new Error(`no number is called ${name}`)
    return String(number).replace(/^\d{4,}$/, whole => whole.replace(/\B(?=(\d{3})+$)/g, ','))
  })
  return filled.replace(/(\d) (?=[A-Z]{3,5}\b)/g, '$1\u00a0')
}
