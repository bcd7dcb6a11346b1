import { isIP } from 'node:net'
import { Refused } from '../../http/refused.ts'
import type { World } from '../../world.ts'

/** For whom passkeys are made: a host, and the one address there that may ask for them. */
export interface RelyingParty {
  id: string
  origin: string
}

/**
 * Who we are to passkeys: PUBLIC_URL; in the sandbox localhost, too, on whatever port. Refuses (`feature_unsupported`) where
 * that is a bare network address: browsers keep no passkeys for those (WebAuthn, section 5.1.2).
 */
export function relyingParty(
  { PUBLIC_URL, SANDBOX }: World['config'],
  { origin }: { origin?: string | undefined },
): RelyingParty {
  const here = SANDBOX && origin !== undefined && isLocalhost(origin) ? origin : PUBLIC_URL
  const { origin: own, hostname } = new URL(here)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw new Refused('feature_unsupported')
  return { id: hostname, origin: own }
}

function isLocalhost(origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).hostname === 'localhost'
}
