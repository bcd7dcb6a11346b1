import { session } from '../state/session.ts'
import { recall, remember } from '../storage.ts'
import { canBiometry } from '../telegram/can-biometry.ts'
import { canPasskey } from './can-passkey.ts'

const place = 'passkeysHere'

/** The passkeys, by their ids, with which the person who is signed in confirms payments on this device. */
export function passkeysHere(): string[] {
  const kept = all()[session.peek()?.user.id ?? '']
  return Array.isArray(kept) ? kept.filter(id => /^[0-9a-f-]{36}$/.test(id)).slice(0, 10) : []
}

/** Notes that one of them is used so here, or no longer. */
export function noteHere(id: string, isHere: boolean) {
  const others = passkeysHere().filter(other => other !== id)
  const mine = session.peek()?.user.id ?? ''
  remember(place, { ...all(), [mine]: isHere ? [...others, id] : others })
}

/** Whether this device can confirm in place of the fund PIN. */
export function confirmsHere(): boolean {
  return passkeysHere().length > 0 && (canPasskey() || canBiometry())
}

function all(): Record<string, string[]> {
  return recall<Record<string, string[]>>(place, {})
}
