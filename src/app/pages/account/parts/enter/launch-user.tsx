import { t } from '../../../../state/locale.ts'
import { Summary } from '../../../../ui/summary.tsx'

/** Whom launch data names, so that somebody else's is seen before it is bound. The server proves it, not the app. */
export function LaunchUser({ launch }: { launch: string }) {
  const name = nameIn(launch)
  return name && <Summary items={[{ label: t('account.telegram.name'), value: <bdi>{name}</bdi> }]} />
}

/** `@username`, or the names. */
function nameIn(launch: string): string | null {
  try {
    const { username, first_name, last_name } = JSON.parse(new URLSearchParams(launch).get('user') ?? '')
    return username ? `@${username}` : [first_name, last_name].filter(Boolean).join(' ').slice(0, 64)
  } catch {
    return null
  }
}
