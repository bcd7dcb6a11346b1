import { cardPinRule } from '../../../../../contract/card-rules.ts'

/** What `cardPinRule` asks, each by itself and true as soon as what is typed so far keeps it. */
export const pinRules = {
  four: (pin: string) => /^\d{4}$/.test(pin),
  mixed: (pin: string) => pin.length > 1 && new Set(pin).size > 1,
  steps: (pin: string) => pin.length > 1 && !'0123456789'.includes(pin) && !'9876543210'.includes(pin),
} as const

/** Whether the issuer will take it. */
export function isCardPin(pin: string): boolean {
  return cardPinRule.test(pin)
}

/** Whether it is taken but easily guessed: a year, a day of a year, two digits twice. It is said, never forbidden. */
export function isGuessed(pin: string): boolean {
  return (
    isCardPin(pin) && (/^(19|20)\d\d$/.test(pin) || /^(..)\1$/.test(pin) || isDay(pin) || isDay(swapped(pin)))
  )
}

function isDay(pin: string): boolean {
  const [month, day] = [Number(pin.slice(0, 2)), Number(pin.slice(2))]
  return month >= 1 && month <= 12 && day >= 1 && day <= 31
}

function swapped(pin: string): string {
  return pin.slice(2) + pin.slice(0, 2)
}
