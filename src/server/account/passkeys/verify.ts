import type * as z from 'zod/mini'
import type { assertion, attestation } from '../../../contract/passkey.ts'
import type { PasskeyRow } from '../tables.ts'
import type { Challenge } from './challenges.ts'
import type { RelyingParty } from './relying-party.ts'

/** What a browser made, and what was asked of it. */
interface Shown<Given> {
  given: Given
  challenge: Challenge
  party: RelyingParty
}

/** What is kept of a new passkey. */
export type NewKey = Pick<PasskeyRow, 'credential_id' | 'public_key' | 'counter' | 'transports' | 'is_synced'>

/** The new key that was made for this challenge by a device that knew its owner; null when it was not, or cannot be read. */
export async function newKeyIn({
  given: { id, transports, ...response },
  challenge,
  party,
}: Shown<z.output<typeof attestation>>): Promise<NewKey | null> {
  // Few ask for it, and it is much to load.
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge.text,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    })
    if (!verified) return null
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credential_id: credential.id,
      public_key: Buffer.from(credential.publicKey),
      counter: BigInt(credential.counter),
      transports,
      is_synced: credentialBackedUp,
    }
  } catch {
    return null
  }
}

/** What a passkey says of itself when it is used. */
export type KeyUse = Pick<PasskeyRow, 'counter' | 'is_synced'>

/**
 * How this passkey was used, if it signed this challenge on a device that knew its owner; null when it did not, or when it
 * counts less than before: then there are two of it.
 */
export async function useOf({
  given: { id, ...response },
  challenge,
  party,
  row,
}: Shown<z.output<typeof assertion>> & { row: PasskeyRow }): Promise<KeyUse | null> {
  if (!row.public_key) return null
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { ...response, userHandle: response.userHandle as string },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge.text,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(row.public_key),
        counter: Number(row.counter),
      },
    })
    const { newCounter, credentialBackedUp } = authenticationInfo
    return verified ? { counter: BigInt(newCounter), is_synced: credentialBackedUp } : null
  } catch {
    return null
  }
}
