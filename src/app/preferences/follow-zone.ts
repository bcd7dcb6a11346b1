import { computed, effect } from '@preact/signals'
import { session } from '../state/session.ts'
import { clock } from '../ui/when.ts'

const chosen = computed(() => {
  const user = session.value?.user
  return user?.timezoneFixed ? user.timezone : null
})

let isFollowed = false

/** Tells times by the zone that the customer chose; by the phone's clock where they did not, or it knows no such zone. */
export function followZone() {
  if (isFollowed) return
  isFollowed = true
  const ofPhone = clock.value
  effect(() => {
    const name = chosen.value
    clock.value = (name && clockOf(name)) || ofPhone
  })
}

function clockOf(timeZone: string): ((at: Date) => number) | null {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    return at =>
      at.getTime() + aheadMs(format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value)
  } catch {
    return null
  }
}

/** `GMT+08:00`; at Greenwich only `GMT`. */
function aheadMs(name = ''): number {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}
