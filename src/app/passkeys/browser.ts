import type { Input, Output } from '../../contract/call.ts'
import type { add, addAsk, loginAsk, loginBy } from '../../contract/passkey.ts'

type Attestation = Input<typeof add>['attestation']
type Assertion = Input<typeof loginBy>['assertion']

const timeout = 2 * 60_000

/** Has the device make a passkey. `known`: it has one of theirs already; null when nobody wanted it, or the device cannot. */
export async function makePasskey({
  challenge,
  rpId,
  userHandle,
  userName,
  known,
}: Output<typeof addAsk>): Promise<Attestation | 'known' | null> {
  try {
    const made = (await navigator.credentials.create({
      publicKey: {
        challenge: bytesOf(challenge),
        rp: { id: rpId, name: 'Glaze' },
        user: { id: bytesOf(userHandle), name: userName, displayName: userName },
        // ES256, EdDSA, RS256 (IANA COSE): what authenticators have.
        pubKeyCredParams: [-7, -8, -257].map(alg => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        excludeCredentials: known.map(described),
        attestation: 'none',
        timeout,
      },
    })) as PublicKeyCredential | null
    if (!made) return null
    const response = made.response as AuthenticatorAttestationResponse
    return {
      id: made.id,
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports?.() ?? [],
    }
  } catch (error) {
    return (error as Error).name === 'InvalidStateError' ? 'known' : null
  }
}

/**
 * Has the device sign with a passkey, one of `only` where they are named; null when nobody wanted it, or there is none. Where
 * it is `offered`, it stands among what the browser fills a form with, and waits until that is called off.
 */
export async function usePasskey(
  { challenge, rpId, only = [] }: Output<typeof loginAsk> & { only?: readonly string[] },
  offered?: AbortSignal,
): Promise<Assertion | null> {
  try {
    const shown = (await navigator.credentials.get({
      ...(offered && { mediation: 'conditional', signal: offered }),
      publicKey: {
        challenge: bytesOf(challenge),
        rpId,
        userVerification: 'required',
        allowCredentials: only.map(described),
        timeout,
      },
    })) as PublicKeyCredential | null
    if (!shown) return null
    const { clientDataJSON, authenticatorData, signature, userHandle } =
      shown.response as AuthenticatorAssertionResponse
    return {
      id: shown.id,
      clientDataJSON: textOf(clientDataJSON),
      authenticatorData: textOf(authenticatorData),
      signature: textOf(signature),
      ...(userHandle?.byteLength && { userHandle: textOf(userHandle) }),
    }
  } catch {
    return null
  }
}

function described(id: string): PublicKeyCredentialDescriptor {
  return { type: 'public-key', id: bytesOf(id) }
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), sign => sign.charCodeAt(0))
}

function textOf(content: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(content)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}
