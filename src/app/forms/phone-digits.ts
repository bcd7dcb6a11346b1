/** The digits of a phone number, without the area code that came along from the clipboard. */
export function phoneDigits(typed: string, areaCode: string): string {
  const text = typed.normalize('NFKC').trim()
  const own = areaCode && text.startsWith(areaCode) ? text.slice(areaCode.length) : text
  return own.replace(/\D/g, '').slice(0, 15)
}
