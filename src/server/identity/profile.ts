import type { Profile } from './tables.ts'

const adultYears = 18

/** Digits a mobile number has where we know it for sure; elsewhere any number that fits 15 digits with its code. */
const mobiles: Record<string, RegExp> = {
  '+86': /^1[3-9]\d{9}$/,
  '+852': /^[4-9]\d{7}$/,
  '+853': /^6\d{7}$/,
  '+886': /^0?9\d{8}$/,
  '+1': /^[2-9]\d{9}$/,
  '+65': /^[3689]\d{7}$/,
  '+81': /^0?[5-9]0\d{8}$/,
  '+82': /^0?1\d{8,9}$/,
  '+44': /^0?7\d{9}$/,
}

/** Whether a phone number can exist under its area code. */
export function isPhoneOf(areaCode: string, phone: string): boolean {
  const known = mobiles[areaCode]
  return known ? known.test(phone) : areaCode.length - 1 + phone.length <= 15
}

/** Whether somebody born on this day is of age today; the day is not given by everybody. */
export function isAdult(birthday: Profile['birthday'], today = new Date()): boolean {
  if (birthday === undefined) return true
  const born = new Date(`${birthday}T00:00:00Z`)
  const cameOfAge = Date.UTC(born.getUTCFullYear() + adultYears, born.getUTCMonth(), born.getUTCDate())
  return cameOfAge <= today.getTime() && born.getUTCFullYear() > 1900
}
