import { vi } from 'vitest'

const bytes = (...values: number[]) => new Uint8Array(values).buffer

/** For tests: a browser whose device keeps passkeys. What it is asked is recorded; `isDeclined`: nobody confirms. */
export function stubPasskeys({ isDeclined = false, isKnown = false } = {}) {
  const asked: PublicKeyCredentialCreationOptions[] & PublicKeyCredentialRequestOptions[] = []
  const response = {
    clientDataJSON: bytes(1),
    attestationObject: bytes(2),
    authenticatorData: bytes(3),
    signature: bytes(251, 255),
    userHandle: bytes(4),
    getTransports: () => ['internal'],
  }
  async function answer({ publicKey }: { publicKey: never }) {
    asked.push(publicKey)
    if (isDeclined) throw new DOMException('declined', 'NotAllowedError')
    if (isKnown) throw new DOMException('known', 'InvalidStateError')
    return { id: 'a2V5', response }
  }
  vi.stubGlobal('PublicKeyCredential', class {})
  Object.defineProperty(navigator, 'credentials', {
    value: { create: answer, get: answer },
    configurable: true,
  })
  return asked
}

/** For tests: a browser that offers passkeys in forms, too. What is offered waits until it is chosen, or called off. */
export function stubOffered() {
  const asked = stubPasskeys()
  const answerNow = navigator.credentials.get
  const offers: { signal: AbortSignal; choose: () => void }[] = []
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(class {}, { isConditionalMediationAvailable: async () => true }),
  )
  navigator.credentials.get = async options => {
    const { mediation, signal } = options ?? {}
    if (mediation !== 'conditional' || !signal) return await answerNow(options)
    return await new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('called off', 'AbortError')))
      offers.push({ signal, choose: () => resolve(answerNow(options)) })
    })
  }
  return { asked, offers }
}
