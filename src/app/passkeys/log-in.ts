import { loginAsk, loginBy } from '../../contract/passkey.ts'
import { type Reply, send } from '../send.ts'
import { deviceKey } from '../start/device-key.ts'
import { usePasskey } from './browser.ts'

/** Asks the device for a passkey and signs in with it; null when none was used. */
export async function logInByPasskey(): Promise<Reply<typeof loginBy> | Reply<typeof loginAsk> | null> {
  const asked = await send(loginAsk, {})
  if (!asked.ok) return asked
  const assertion = await usePasskey(asked.data)
  return assertion && (await send(loginBy, { assertion, deviceKey: deviceKey() }))
}
