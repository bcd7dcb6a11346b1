import { t } from '../../../../state/locale.ts'
import { launchUser } from '../../../../telegram/launch-user.ts'
import { Summary } from '../../../../ui/summary.tsx'

/** Whom launch data names, so that somebody else's is seen before it is bound. */
export function LaunchUser({ launch }: { launch: string }) {
  const name = launchUser(launch)?.name
  return name && <Summary items={[{ label: t('account.telegram.name'), value: <bdi>{name}</bdi> }]} />
}
