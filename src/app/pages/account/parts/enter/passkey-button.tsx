import { css } from 'goober'
import { useState } from 'react'
import type * as z from 'zod/mini'
import type { signedIn } from '../../../../../contract/account.ts'
import { refusalText } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { useOfferedPasskey } from './offered-passkey.ts'

interface PasskeyButtonProps {
  /** Another way in is being tried. */
  isOff: boolean
  onDone: (answer: z.output<typeof signedIn>) => void
}

/**
 * Signs in by fingerprint, face or screen lock; what that takes is loaded once somebody wants it, or the browser can offer it
 * in the form.
 */
export function PasskeyButton({ isOff, onDone }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)
  useOfferedPasskey({ isOff: isOff || isBusy, onDone, onRefused: say })

  async function press() {
    setBusy(true)
    say(null)
    const said = await logIn(onDone).catch(() => t('refusal.network'))
    setBusy(false)
    say(said)
  }

  return (
    <div class={box}>
      <Notice text={notice} />
      <Button kind="plain" isBusy={isBusy} onPress={press}>
        {t('account.login.passkey')}
      </Button>
    </div>
  )
}

/** Gives what is to be said when nobody was signed in. */
async function logIn(onDone: (answer: z.output<typeof signedIn>) => void): Promise<string | null> {
  const { logInByPasskey } = await import('../../../../passkeys/log-in.ts')
  const reply = await logInByPasskey()
  if (!reply) return t('account.login.passkeyNone')
  if (!reply.ok) return refusalText(reply)
  if ('token' in reply.data) onDone(reply.data)
  return null
}

const box = css`
  display: grid;
  gap: 12px;
`
