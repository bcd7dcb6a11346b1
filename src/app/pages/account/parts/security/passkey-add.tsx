import { useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import { add, addAsk } from '../../../../../contract/passkey.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { useSecondCode } from '../../../../forms/second-code.tsx'
import { makePasskey } from '../../../../passkeys/browser.ts'
import { refusalText, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { toast } from '../../../../ui/toast.tsx'

type Asked = Output<typeof addAsk>

/** One more passkey: the fund PIN first, then the device, by a press of its own, which browsers ask for. */
export function PasskeyAdd({ onAdded }: { onAdded: () => void }) {
  const [asked, keep] = useState<Asked | null>(null)
  const [notice, say] = useState<string | null>(null)
  const { withSecond, part } = useSecondCode()
  if (asked) return <Making asked={asked} onAdded={onAdded} />
  return (
    <>
      <Notice tone="info" text={t('passkey.hold')} />
      <Notice text={notice} />
      {part ?? (
        <PinAsk
          label={t('passkey.pin')}
          confirm={t('passkey.next')}
          ask={pin => withSecond(code => send(addAsk, { pin, ...code }))}
          onAnswer={reply => (reply.ok ? keep(reply.data) : say(refusalText(reply)))}
        />
      )}
    </>
  )
}

function Making({ asked, onAdded }: { asked: Asked; onAdded: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)

  async function make() {
    setBusy(true)
    say(null)
    const no = await added(asked)
    setBusy(false)
    feel(no ? 'error' : 'success')
    if (no) return say(no)
    toast(t('passkey.added'))
    onAdded()
  }

  return (
    <>
      <p>{t('passkey.ready')}</p>
      <Notice text={notice} />
      <Button isBusy={isBusy} onPress={make}>
        {t('passkey.make')}
      </Button>
    </>
  )
}

/** Null once there is one more; else why there is not. */
async function added(asked: Asked): Promise<string | null> {
  const attestation = await makePasskey(asked)
  if (attestation === 'known') return t('passkey.known')
  if (!attestation) return t('passkey.cancelled')
  return refusalText(await send(add, { attestation }))
}
