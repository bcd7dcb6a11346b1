import { session } from '../state/session.ts'
import { recall, remember } from '../storage.ts'

/** The zone by which times are told: that of the account where its customer chose one, else the phone's. */
export function zone(): string {
  const user = session.value?.user
  return user?.timezoneFixed ? user.timezone : phoneZone()
}

/**
 * The zone of the phone's clock. Only `Intl` can name it: the name is kept for as long as the clock goes like that all
 * year, since zones that do tell days and months apart alike.
 */
export function phoneZone(): string {
  const year = new Date().getFullYear()
  const clock = [0, 3, 6, 9].map(month => new Date(year, month, 1).getTimezoneOffset()).join()
  const known = recall('zone', { name: '', clock: '' })
  if (known.clock === clock) return known.name
  const name = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
  remember('zone', { name, clock })
  return name
}
