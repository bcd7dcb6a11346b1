import { getAddress } from 'viem'
import { familyOf } from '../../../contract/address-families.ts'
import type { ReadAddress } from '../treasury.ts'

/** Below this are the zero address, what the network itself has there, and the addresses that people burn to. */
const firstPlausible = 0x10000n
/** Where people burn on purpose, beyond those that are all one digit. */
const burns = [`0xdead${'0'.repeat(36)}`, '0xdead000000000000000042069420694206942069']

/**
 * Reads addresses of Ethereum's family. `nobody` is what nobody has a key of, and the contracts of our own coins: a token
 * sent to its contract is lost. Names (`….eth`) are no addresses: who is behind one can change.
 */
export function addressReader(contracts: readonly string[]): (address: string) => ReadAddress {
  return typed => {
    const digits = /^0x([0-9a-f]{40})$/i.exec(typed)?.[1]
    const bad = (problem: NonNullable<ReadAddress['problem']>, address = typed) => {
      return { problem, address, looksLike: problem === 'other_network' ? familyOf(typed) : null }
    }
    if (!digits) return bad(familyOf(typed) ? 'other_network' : 'format')
    const lower = `0x${digits.toLowerCase()}` as const
    const address = getAddress(lower)
    if (isMixed(digits) && `0x${digits}` !== address) return bad('checksum')
    const isNobody = BigInt(lower) < firstPlausible || /^0x(.)\1{39}$/.test(lower) || burns.includes(lower)
    return isNobody || contracts.includes(lower) ? bad('nobody', address) : { problem: null, address }
  }
}

function isMixed(digits: string): boolean {
  return digits !== digits.toLowerCase() && digits !== digits.toUpperCase()
}
