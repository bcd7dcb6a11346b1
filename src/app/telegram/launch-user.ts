/** Whom launch data names. The server proves it, not the app. */
export interface LaunchUser {
  id: string
  /** `@username`, or the names. */
  name: string
}

export function launchUser(launch: string): LaunchUser | null {
  try {
    const { id, username, first_name, last_name } = JSON.parse(new URLSearchParams(launch).get('user') ?? '')
    const names = [first_name, last_name].filter(Boolean).join(' ').slice(0, 64)
    return { id: String(id), name: username ? `@${username}` : names }
  } catch {
    return null
  }
}
