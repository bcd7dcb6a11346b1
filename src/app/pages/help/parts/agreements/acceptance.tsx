import { css } from 'goober'
import { useState } from 'react'
import { acceptAgreement, agreements } from '../../../../../contract/params.ts'
import { date } from '../../../../display/calendar.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { refusalText, send } from '../../../../send.ts'
import { t, wireLanguage } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'

/** Which version the reader agreed to and when; a newer one can be agreed to here, after the text. */
export function Acceptance({ name }: { name: string }) {
  const { data, reload } = useLoad(agreements, { lang: wireLanguage() })
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)
  const agreement = data?.find(({ key }) => key === name)
  if (!agreement) return null
  const { key, version, accepted } = agreement

  async function accept() {
    setBusy(true)
    const reply = await send(acceptAgreement, { key, version })
    setBusy(false)
    say(refusalText(reply))
    if (reply.ok) reload()
  }

  return (
    <div class={box}>
      {accepted && (
        <p class="cap">{t('help.accepted', { version: accepted.version, date: date(accepted.at) })}</p>
      )}
      {accepted?.version !== version && (
        <>
          <Notice tone="info" text={t('help.acceptNew')} />
          <Notice text={notice} />
          <Button isBusy={isBusy} onPress={accept}>
            {t('help.accept', { version })}
          </Button>
        </>
      )}
    </div>
  )
}

const box = css`
  display: grid;
  gap: 12px;
`
