import { useState } from 'react'
import { type Passkey, pays } from '../../../../../contract/passkey.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { noteHere, passkeysHere } from '../../../../passkeys/here.ts'
import { type Reply, refusalText, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { List } from '../../../../ui/list.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { SwitchRow } from '../../../../ui/switch-row.tsx'
import { toast } from '../../../../ui/toast.tsx'

/** Whether a passkey stands for the fund PIN on this device: on by the PIN, off by a press. */
export function PasskeyPaying({ row, onDone }: { row: Passkey; onDone: () => void }) {
  const [isAsking, ask] = useState(false)
  const [notice, say] = useState<string | null>(null)
  const isOn = row.pays && passkeysHere().includes(row.id)

  function take(reply: Reply<typeof pays>) {
    ask(false)
    feel(reply.ok ? 'success' : 'error')
    if (!reply.ok) return say(refusalText(reply))
    noteHere(row.id, reply.data.pays)
    toast(t(reply.data.pays ? 'passkey.payOn' : 'passkey.payOff'))
    onDone()
  }

  async function change(wanted: boolean) {
    say(null)
    if (!wanted) return take(await send(pays, { id: row.id, pays: false }))
    if (!row.pays) return ask(true)
    noteHere(row.id, true)
    toast(t('passkey.payOn'))
    onDone()
  }

  if (isAsking) {
    return (
      <>
        <Notice tone="info" text={t('passkey.payHold')} />
        <PinAsk
          label={t('passkey.payPin')}
          confirm={t('passkey.payConfirm')}
          ask={pin => send(pays, { id: row.id, pays: true, pin })}
          onAnswer={take}
        />
      </>
    )
  }
  return (
    <>
      <Notice text={notice} />
      <List>
        <SwitchRow
          icon="shield-check"
          title={t('passkey.pay')}
          note={t('passkey.payNote')}
          isOn={isOn}
          onChange={change}
        />
      </List>
    </>
  )
}
