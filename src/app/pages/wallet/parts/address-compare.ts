import { familyOf } from '../../../../contract/address-families.ts'
import { meaningOf } from '../../../scan/meaning.ts'

/** What a pasted text is beside an address of ours; `network` is null for one that has no name here. */
export type Comparison =
  | { kind: 'same' }
  | { kind: 'other'; address: string; isAlike: boolean }
  | { kind: 'network'; network: string | null }
  | { kind: 'unclear' }

/** Networks with the addresses of Ethereum that a payment link may name by its number. */
const named: Record<string, string> = {
  '10': 'Optimism',
  '56': 'BEP20',
  '137': 'Polygon',
  '8453': 'Base',
  '42161': 'Arbitrum',
  '43114': 'Avalanche',
}

/** Compares what was pasted, an address or a payment link, with blanks or without, with our own address of a network. */
export function compareAddress(pasted: string, ours: { address: string; chain: string }): Comparison {
  const text = pasted.replace(/\s/g, '')
  if (isSame(text, ours.address)) return { kind: 'same' }
  const found = read(text)
  if (!found) return { kind: 'unclear' }
  const { address, chain } = found
  if (chain !== ours.chain) return { kind: 'network', network: chain }
  if (isSame(address, ours.address)) return { kind: 'same' }
  return { kind: 'other', address, isAlike: isAlike(address, ours.address) }
}

function read(text: string): { address: string; chain: string | null } | null {
  const meaning = meaningOf(text)
  if (meaning.kind === 'payment') return { address: meaning.to, chain: meaning.chain }
  if (meaning.kind !== 'unknown' || meaning.why !== 'network') return null
  const number = /^ethereum:[^/?]*@(\d+)/i.exec(text)?.[1]
  const address = text.replace(/^[a-z]+:(\/\/transfer\/)?|\?.*$/gi, '')
  return { address, chain: number ? (named[number] ?? null) : familyOf(address) }
}

/** The case of letters means nothing where digits are hexadecimal; elsewhere it makes another address. */
function isSame(one: string, other: string): boolean {
  return one === other || (/^0x/i.test(one) && one.toLowerCase() === other.toLowerCase())
}

/** Both ends, which are what people look at, begin and end with the same four characters. */
function isAlike(one: string, other: string): boolean {
  const [a, b] = [one, other].map(address => address.toLowerCase().replace(/^0x/, '')) as [string, string]
  return a.slice(0, 4) === b.slice(0, 4) && a.slice(-4) === b.slice(-4)
}
