import { css } from 'goober'
import { useState } from 'react'
import type { UserInfo } from '../../../../contract/account.ts'
import type { Output } from '../../../../contract/call.ts'
import { exportData } from '../../../../contract/deletion.ts'
import { PinAsk } from '../../../decision/pin-ask.tsx'
import { useSecondCode } from '../../../forms/second-code.tsx'
import { keepMade } from '../../../hand-over.ts'
import { type Reply, send } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import { isTelegram } from '../../../telegram/telegram.ts'
import { pinHref, plainTrouble, type Trouble } from '../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../trouble/trouble-notice.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { whenInside } from '../../../ui/when.ts'

type File = Output<typeof exportData>

/** Everything that is kept of the customer, as one file, proved by the fund PIN and the authenticator of who has one. */
export function ExportData({ user, isAlone = false }: { user: UserInfo; isAlone?: boolean }) {
  const [isAsking, ask] = useState(false)
  const [file, setFile] = useState<File | null>(null)
  const [trouble, tell] = useState<Trouble | null>(null)
  const { withSecond, part } = useSecondCode()

  async function answer(reply: Reply<typeof exportData>) {
    ask(false)
    if (!reply.ok) return tell(troubleOf(reply))
    setFile(reply.data)
    await keep(reply.data)
  }

  async function keep(made: File) {
    const isKept = await keepMade(made)
    if (!isKept && isTelegram()) tell({ text: t('deletion.export.telegram'), mend: null })
  }

  function press() {
    tell(null)
    if (file) keep(file)
    else ask(true)
  }

  return (
    <section class={box}>
      {!isAlone && <h2>{t('deletion.export.title')}</h2>}
      <p class="cap">{t('deletion.export.about')}</p>
      <TroubleNotice trouble={trouble} />
      <Notice tone="pos" text={file ? t('deletion.export.made', { name: file.name }) : null} />
      {user.pinSet ? (
        <Button kind="plain" onPress={press}>
          {t(file ? 'deletion.export.save' : 'deletion.export.make')}
        </Button>
      ) : (
        <Notice tone="info" text={t('deletion.export.pin')} action={<a href={pinHref()}>{t('pin.set')}</a>} />
      )}
      <Sheet isOpen={isAsking} title={t('deletion.export.title')} onClose={() => ask(false)}>
        {part ?? (
          <PinAsk
            label={t('deletion.pin')}
            confirm={t('deletion.export.make')}
            ask={pin => withSecond(code => send(exportData, { pin, ...code }))}
            onAnswer={answer}
          />
        )}
      </Sheet>
    </section>
  )
}

function troubleOf(reply: Reply<typeof exportData>): Trouble | null {
  const { until } = (reply.ok ? {} : (reply.details ?? {})) as { until?: string }
  if (!reply.ok && reply.key === 'limit_exceeded' && until) {
    return { text: t('deletion.export.often', { time: whenInside(until) }), mend: null }
  }
  return plainTrouble(reply)
}

const box = css`
  display: grid;
  gap: 12px;
  & h2,
  & > p {
    padding: 0 4px;
  }
  & h2 {
    font-size: 1.0625rem;
  }
`
