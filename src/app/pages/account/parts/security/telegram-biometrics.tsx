import { useEffect, useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import { biometricsAdd, remove } from '../../../../../contract/passkey.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { noteHere } from '../../../../passkeys/here.ts'
import { refusalText, send } from '../../../../send.ts'
import { deviceKey } from '../../../../start/device-key.ts'
import { t } from '../../../../state/locale.ts'
import {
  allowBiometry,
  type Biometry,
  biometry,
  keepBiometryToken,
  openBiometrySettings,
} from '../../../../telegram/biometry.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { toast } from '../../../../ui/toast.tsx'

/** Inside Telegram on a phone: its finger or face in place of the fund PIN, where the client has that. */
export function TelegramBiometrics({ onAdded }: { onAdded: () => void }) {
  const [known, know] = useState<Biometry | null | undefined>(undefined)
  const [isOpen, open] = useState(false)
  const [isDenied, deny] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const key = deviceKey()

  useEffect(() => {
    biometry().then(know)
  }, [])

  async function begin() {
    setBusy(true)
    deny(false)
    const isAllowed = known?.isGranted || (await allowBiometry(t('passkey.tgReason')))
    setBusy(false)
    if (isAllowed) open(true)
    else deny(true)
  }

  if (known === undefined) return null
  if (!known || !key) return <Notice tone="info" text={t('passkey.elsewhere')} />
  return (
    <>
      <p>{t('passkey.tgAbout')}</p>
      <Notice
        tone="warn"
        text={isDenied ? t('passkey.tgDenied') : null}
        action={
          <button type="button" onClick={openBiometrySettings}>
            {t('passkey.tgSettings')}
          </button>
        }
      />
      <Button isBusy={isBusy} onPress={begin}>
        {t('passkey.tgAdd')}
      </Button>
      <Sheet isOpen={isOpen} title={t('passkey.tgTitle')} onClose={() => open(false)}>
        <Adding
          deviceKey={key}
          onAdded={() => {
            open(false)
            onAdded()
          }}
        />
      </Sheet>
    </>
  )
}

function Adding({ deviceKey, onAdded }: { deviceKey: string; onAdded: () => void }) {
  const [notice, say] = useState<string | null>(null)

  async function keep({ passkey, token }: Output<typeof biometricsAdd>) {
    const no = await notKept(passkey.id, token)
    feel(no ? 'error' : 'success')
    if (no) return say(no)
    noteHere(passkey.id, true)
    toast(t('passkey.payOn'))
    onAdded()
  }

  return (
    <>
      <Notice tone="info" text={t('passkey.payHold')} />
      <Notice text={notice} />
      <PinAsk
        label={t('passkey.payPin')}
        confirm={t('passkey.payConfirm')}
        ask={pin => send(biometricsAdd, { pin, deviceKey })}
        onAnswer={reply => (reply.ok ? keep(reply.data) : say(refusalText(reply)))}
      />
    </>
  )
}

/** Null once Telegram keeps the token; else it is worth nothing any more, or what went wrong with that. */
async function notKept(id: string, token: string): Promise<string | null> {
  if (await keepBiometryToken(token, t('passkey.tgReason'))) return null
  const reply = await send(remove, { id })
  return reply.ok ? t('passkey.tgNotKept') : refusalText(reply)
}
