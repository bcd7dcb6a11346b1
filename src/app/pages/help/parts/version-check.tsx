import { css } from 'goober'
import { useState } from 'react'
import type { Output } from '../../../../contract/call.ts'
import { checkVersion } from '../../../../contract/params.ts'
import { refusalText, send } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { isNewer } from '../../../update/newer.ts'
import { update } from '../../../update/update.ts'

/** Asks whether there is a newer app, and takes it. */
export function VersionCheck({ version }: { version: string }) {
  const [found, find] = useState<Output<typeof checkVersion> | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)

  async function check() {
    setBusy(true)
    say(null)
    const reply = await send(checkVersion, { version })
    setBusy(false)
    if (reply.ok) find(reply.data)
    else say(refusalText(reply))
  }

  const isOld = found !== null && isNewer(found.latest, version)
  const isTooOld = found !== null && isNewer(found.min, version)
  return (
    <section class={box} aria-live="polite">
      <Notice text={notice} />
      {found && !isOld && <Notice tone="pos" text={t('help.version.newest')} />}
      {found && isOld && (
        <>
          <Notice
            tone={isTooOld ? 'warn' : 'info'}
            text={t(isTooOld ? 'help.version.must' : 'help.version.newer', { version: found.latest })}
          />
          <ul>
            {found.notes.map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </>
      )}
      {isOld ? (
        <Button onPress={update}>{t('help.version.update')}</Button>
      ) : (
        <Button kind="plain" isBusy={isBusy} onPress={check}>
          {t('help.version.check')}
        </Button>
      )}
    </section>
  )
}

const box = css`
  display: grid;
  gap: 12px;
  & ul {
    display: grid;
    gap: 4px;
    padding-inline-start: 20px;
    list-style: disc;
    color: var(--text-2);
    font-size: .9375rem;
  }
`
