import { familyOf } from '../../../../../contract/address-families.ts'
import { isLookAlike, isSameAddress } from '../../../../../contract/look-alike.ts'
import { meaningOf } from '../../../../scan/meaning.ts'

/** What a pasted text is beside an address of ours: it, one that it took the place of, another … `network` is null for one that has no name here. */
export type Comparison =
  | { kind: 'same' }
  | { kind: 'former' }
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
export function compareAddress(
  pasted: string,
  ours: { address: string; chain: string; former: readonly string[] },
): Comparison {
  const text = pasted.replace(/\s/g, '')
  if (isSameAddress(text, ours.address)) return { kind: 'same' }
  const found = read(text)
  if (!found) return { kind: 'unclear' }
  const { address, chain } = found
  if (chain !== ours.chain) return { kind: 'network', network: chain }
  if (isSameAddress(address, ours.address)) return { kind: 'same' }
  if (ours.former.some(old => isSameAddress(address, old))) return { kind: 'former' }
  return { kind: 'other', address, isAlike: isLookAlike(address, ours.address) }
}

function read(text: string): { address: string; chain: string | null } | null {
  const meaning = meaningOf(text)
  if (meaning.kind === 'payment') return { address: meaning.to, chain: meaning.chain }
  if (meaning.kind !== 'unknown' || meaning.why !== 'network') return null
  const number = /^ethereum:[^/?]*@(\d+)/i.exec(text)?.[1]
  const address = text.replace(/^[a-z]+:(\/\/transfer\/)?|\?.*$/gi, '')
  return { address, chain: number ? (named[number] ?? null) : familyOf(address) }
}
