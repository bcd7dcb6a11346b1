import { useEffect, useRef, useState } from 'react'
import { t } from '../state/locale.ts'
import { isTelegram } from '../telegram/telegram.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { passHere } from './pass-here.ts'
import { passInTelegram } from './pass-in-telegram.ts'

export interface DevicePassProps {
  isBusy: boolean
  onPass: (pass: string) => void
}

/** Confirms by fingerprint or face in place of the fund PIN. Whoever closes the sheet meanwhile has confirmed nothing. */
export function DevicePass({ isBusy, onPass }: DevicePassProps) {
  const [isAsking, setAsking] = useState(false)
  const [notice, say] = useState<string | null>(null)
  const isOpen = useRef(true)
  useEffect(
    () => () => {
      isOpen.current = false
    },
    [],
  )

  async function press() {
    setAsking(true)
    say(null)
    const given = await (isTelegram() ? passInTelegram() : passHere())
    if (!isOpen.current) return
    setAsking(false)
    if ('pass' in given) onPass(given.pass)
    else say(given.text)
  }

  return (
    <>
      <Notice tone="warn" text={notice} />
      <Button kind="plain" isBusy={isAsking || isBusy} onPress={press}>
        {t('passkey.confirm')}
      </Button>
    </>
  )
}
