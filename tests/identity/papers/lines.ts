/** Who a drawn document is about. Days are `yyMMdd`. */
export interface Holder {
  lastName: string
  firstName: string
  number: string
  country: string
  birthday: string
  sex: 'M' | 'F'
  expiry: string
  personal?: string
}

const weights = [7, 3, 1]

/** The check digit of ICAO 9303. */
function checkDigit(text: string): string {
  const worth = (letter: string) => {
    if (letter === '<') return 0
    return /\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 55
  }
  const sum = [...text].reduce(
    (sum, letter, index) => sum + worth(letter) * (weights[index % 3] as number),
    0,
  )
  return String(sum % 10)
}

const checked = (text: string) => text + checkDigit(text)
const filled = (text: string, length: number) => text.slice(0, length).padEnd(length, '<')
const written = (name: string) => name.replace(/[ '-]+/g, '<')
const nameOf = ({ lastName, firstName }: Holder) => `${written(lastName)}<<${written(firstName)}`

/** The two lines of a passport. */
export function passportLines(holder: Holder): string[] {
  const { number, country, birthday, sex, expiry, personal = '' } = holder
  const [document, born, until] = [checked(filled(number, 9)), checked(birthday), checked(expiry)]
  const own = filled(personal, 14)
  const extra = own + (personal ? checkDigit(own) : '<')
  const whole = checkDigit(document + born + until + extra)
  return [
    filled(`P<${country}${nameOf(holder)}`, 44),
    `${document}${country}${born}${sex}${until}${extra}${whole}`,
  ]
}

/** The three lines of a card. */
export function cardLines(holder: Holder): string[] {
  const { number, country, birthday, sex, expiry, personal = '' } = holder
  const [document, born, until] = [checked(filled(number, 9)), checked(birthday), checked(expiry)]
  const [first, second] = [filled(personal, 15), filled('', 11)]
  const whole = checkDigit(document + first + born + until + second)
  return [
    `I<${country}${document}${first}`,
    `${born}${sex}${until}${country}${second}${whole}`,
    filled(nameOf(holder), 30),
  ]
}
