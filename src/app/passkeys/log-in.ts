import { loginAsk, loginBy } from '../../contract/passkey.ts'
import { type Reply, send } from '../send.ts'
import { deviceKey } from '../start/device-key.ts'
import { usePasskey } from './browser.ts'

/**
 * Asks the device for a passkey and signs in with it; null when none was used. Where it is only `offered` nobody waits for it:
 * it waits itself, until that is called off.
 */
export async function logInByPasskey(
  offered?: AbortSignal,
): Promise<Reply<typeof loginBy> | Reply<typeof loginAsk> | null> {
  const signal = offered && { signal: offered }
  const asked = await send(loginAsk, {}, { ...signal, background: offered !== undefined })
  if (!asked.ok) return asked
  const assertion = await usePasskey(asked.data, offered)
  return assertion && (await send(loginBy, { assertion, deviceKey: deviceKey() }, { ...signal }))
}
