import { useRef, useState } from 'react'
import type { Input, Output } from '../../../../../contract/call.ts'
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
  if (asked) {
    return (
      <Making
        asked={asked}
        onAdded={onAdded}
        onLate={() => {
          keep(null)
          say(t('passkey.late'))
        }}
      />
    )
  }
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

interface MakingProps {
  asked: Asked
  onAdded: () => void
  /** What was asked is over: it takes the PIN again. */
  onLate: () => void
}

function Making({ asked, onAdded, onLate }: MakingProps) {
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)
  // Made, and no answer yet: sent again rather than made again, which on many devices takes the place of the first.
  const made = useRef<Input<typeof add>['attestation'] | null>(null)

  async function make() {
    setBusy(true)
    say(null)
    const no = await added()
    setBusy(false)
    feel(no ? 'error' : 'success')
    if (no === 'late') return onLate()
    if (no) return say(no)
    toast(t('passkey.added'))
    onAdded()
  }

  /** Null once there is one more; else why there is not. */
  async function added(): Promise<string | null> {
    const attestation = made.current ?? (await makePasskey(asked))
    if (attestation === 'known') return t('passkey.known')
    if (!attestation) return t('passkey.cancelled')
    const reply = await send(add, { attestation })
    if (reply.ok) return null
    made.current = reply.key === 'network' ? attestation : null
    return reply.key === 'passkey_refused' ? 'late' : refusalText(reply)
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
