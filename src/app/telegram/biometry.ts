import { biometrySince as since } from './can-biometry.ts'
import { type Answer, ask } from './events.ts'
import { type Payload, post } from './telegram.ts'

// Telegram's biometric storage keeps one token for us, behind its owner's finger or face. Whatever the client does not say
// in time is a no.

const personMs = 60_000

/** What the client says of its biometrics. */
export interface Biometry {
  /** Its person lets us use them. */
  isGranted: boolean
  /** There is a token of ours. */
  hasToken: boolean
}

/** What this client has; null when it has none, or says nothing. */
export async function biometry(): Promise<Biometry | null> {
  return told(await ask({ type: 'web_app_biometry_get_info', answers: ['biometry_info_received'], since }))
}

/** Asks its person to let us use them. True when they do. */
export async function allowBiometry(reason: string): Promise<boolean> {
  const answer = await ask({
    type: 'web_app_biometry_request_access',
    payload: { reason },
    answers: ['biometry_info_received'],
    since,
    timeoutMs: personMs,
  })
  return told(answer)?.isGranted === true
}

/** The token, once its person has shown who they are; null when they do not. */
export async function biometryToken(reason: string): Promise<string | null> {
  const answer = await ask({
    type: 'web_app_biometry_request_auth',
    payload: { reason },
    answers: ['biometry_auth_requested'],
    since,
    timeoutMs: personMs,
  })
  const { status, token } = answer?.payload ?? {}
  return status === 'authorized' && typeof token === 'string' && token ? token : null
}

/** Keeps a token in place of the last one; its person may be asked. False when it is not kept. */
export async function keepBiometryToken(token: string, reason: string): Promise<boolean> {
  const answer = await ask({
    type: 'web_app_biometry_update_token',
    payload: { token, reason },
    answers: ['biometry_token_updated'],
    since,
    timeoutMs: personMs,
  })
  return answer?.payload.status === 'updated'
}

/** Has the client forget the token. */
export function dropBiometryToken() {
  post('web_app_biometry_update_token', { token: '' }, since)
}

/** Opens where its person can change their mind. */
export function openBiometrySettings() {
  post('web_app_biometry_open_settings', {}, since)
}

function told(answer: Answer | null): Biometry | null {
  const { available, access_granted, token_saved }: Payload = answer?.payload ?? {}
  return available === true ? { isGranted: access_granted === true, hasToken: token_saved === true } : null
}
