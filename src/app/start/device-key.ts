const place = 'deviceKey'

/**
 * What tells this device from others when somebody signs in: random bytes, made once and kept here beyond the log-out.
 * Nothing where storage is blocked: every sign-in with a password then counts as one from a new device.
 */
export function deviceKey(): string | undefined {
  try {
    const kept = localStorage.getItem(place) ?? ''
    if (/^[0-9a-f]{32}$/.test(kept)) return kept
    const bytes = crypto.getRandomValues(new Uint8Array(16))
    const made = Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
    localStorage.setItem(place, made)
    return made
  } catch {
    return undefined
  }
}
