import { chinaWritten } from './china.ts'
import { areasOf, formatsOf } from './rules.ts'

/** What stands on an envelope. */
interface Written {
  country: string
  state: string
  city: string
  address: string
  zipCode: string
  recipient: string
}

/**
 * An address as it is written in its country, one line per element, with the country. Addresses in Chinese begin with
 * the largest, the others with the recipient.
 */
export async function linesOf(
  written: Written,
  country: { name: string; nameZh: string },
): Promise<string[]> {
  const { local, latin } = await formatsOf(written.country)
  const isHan = written.country === 'CN' || /\p{Script=Han}/u.test(written.address)
  const parts: Record<string, string> = {
    N: written.recipient,
    A: written.address,
    C: written.country === 'CN' ? chinaWritten(written.state, written.city) : written.city,
    S: await stateOf(written, isHan),
    Z: written.zipCode,
  }
  const lines = (isHan ? local : latin)
    .split('%n')
    .map(line => tidy(line.replace(/%(\w)/g, (_, letter) => parts[letter] ?? '')))
    .filter(line => line !== '')
  return isHan ? [country.nameZh, ...lines] : [...lines, country.name.toUpperCase()]
}

async function stateOf({ country, state }: Written, isHan: boolean): Promise<string> {
  const area = (await areasOf(country)).find(({ name, nameZh }) => name === state || nameZh === state)
  if (!area) return state
  return isHan ? area.nameZh : area.short
}

/** What is left of a line whose parts are partly empty. */
function tidy(line: string): string {
  return line.replace(/^[\s,〒-]+$|^[\s,-]+|[\s,-]+$/g, '').replace(/\s+/g, ' ')
}
