import type { Passkey } from '../../../../../contract/passkey.ts'
import { deviceName } from './device-name.ts'

/** What its owner calls a passkey, or the device it was made on. */
export function passkeyName({ name, device }: Pick<Passkey, 'name' | 'device'>): string {
  return name ?? deviceName(device)
}
