import { useState } from 'react'
import type { Output } from '../../../../contract/call.ts'
import { exportFees } from '../../../../contract/cost.ts'
import { keepMade } from '../../../hand-over.ts'
import { zone } from '../../../preferences/zone.ts'
import { refusalText, send } from '../../../send.ts'
import { t, wireLanguage } from '../../../state/locale.ts'
import { isTelegram } from '../../../telegram/telegram.ts'
import { againAt, type No } from '../../../trouble/trouble.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { toast } from '../../../ui/toast.tsx'

type File = Output<typeof exportFees>

/** Every bill behind the fees of a year as a file; where a phone wants a press of its own to keep it, the next one does. */
export function FeesFile({ year }: { year: string }) {
  const [isBusy, setBusy] = useState(false)
  const [trouble, tell] = useState<string | null>(null)
  const [file, setFile] = useState<File | null>(null)

  async function make() {
    setBusy(true)
    tell(null)
    const reply = await send(exportFees, { year, zone: zone(), lang: wireLanguage() }, { background: true })
    setBusy(false)
    if (!reply.ok) return tell(troubleOf(reply))
    setFile(reply.data)
    await keep(reply.data)
  }
  async function keep(made: File) {
    if (await keepMade(made)) toast(t('fees.file.done'))
    else if (isTelegram()) tell(t('fees.file.telegram'))
  }

  return (
    <>
      <Notice text={trouble} />
      <Button kind="plain" isBusy={isBusy} onPress={() => (file ? keep(file) : make())}>
        {t(file ? 'fees.file.save' : 'fees.file.make')}
      </Button>
    </>
  )
}

function troubleOf(reply: No): string | null {
  if (reply.key !== 'limit_exceeded') return refusalText(reply)
  const time = againAt(reply)
  return time ? t('fees.file.tooOften', { time }) : t('fees.file.tooMany')
}
