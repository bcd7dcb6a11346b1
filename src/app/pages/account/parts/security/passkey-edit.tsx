import { useState } from 'react'
import * as rule from '../../../../../contract/field.ts'
import { type Passkey, remove, rename } from '../../../../../contract/passkey.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { useForm } from '../../../../forms/form.ts'
import { canPasskey } from '../../../../passkeys/can-passkey.ts'
import { noteHere, passkeysHere } from '../../../../passkeys/here.ts'
import { refusalText, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { dropBiometryToken } from '../../../../telegram/biometry.ts'
import { canBiometry } from '../../../../telegram/can-biometry.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { stack } from '../../../../ui/stack.ts'
import { Summary } from '../../../../ui/summary.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { RefusalNotice, useRefusal } from '../refusal.tsx'
import { deviceName } from './device-name.ts'
import { passkeyName } from './passkey-name.ts'
import { PasskeyPaying } from './passkey-paying.tsx'

interface EditProps {
  row: Passkey
  /** It has another name, or is gone. */
  onDone: () => void
}

/** One passkey: what is known of it, its name, and its end. */
export function PasskeyEdit({ row, onDone }: EditProps) {
  const { kind, device, createTime, lastTime } = row
  return (
    <div class={stack}>
      <Summary
        label={passkeyName(row)}
        items={[
          { label: t('passkey.device'), value: deviceName(device) },
          { label: t('passkey.created'), value: dateTime(createTime) },
          { label: t('passkey.last'), value: lastTime ? dateTime(lastTime) : t('passkey.unused') },
          { label: t('passkey.kept'), value: keptBy(row) },
        ]}
      />
      {(kind === 'telegram' ? canBiometry() : canPasskey()) && <PasskeyPaying row={row} onDone={onDone} />}
      <Naming row={row} onDone={onDone} />
      <Removal row={row} onDone={onDone} />
    </div>
  )
}

function keptBy({ kind, synced }: Passkey): string {
  if (kind === 'telegram') return t('passkey.tgKept')
  return t(synced ? 'passkey.synced' : 'passkey.onDevice')
}

function Naming({ row, onDone }: EditProps) {
  const form = useForm({ name: rule.lineOf(40) }, { name: passkeyName(row) })
  const { answer } = useRefusal(form)
  const submit = form.submit(async ({ name }) => {
    const reply = await send(rename, { id: row.id, name })
    if (!reply.ok) return answer(reply)
    toast(t('passkey.renamed'))
    onDone()
  })
  return (
    <form class={stack} onSubmit={submit} noValidate>
      <Field label={t('passkey.name')} autoComplete="off" maxLength={40} {...form.field('name')} />
      <RefusalNotice form={form} />
      <Button type="submit" kind="plain" isBusy={form.isBusy}>
        {t('passkey.rename')}
      </Button>
    </form>
  )
}

function Removal({ row, onDone }: EditProps) {
  const isTelegrams = row.kind === 'telegram'
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)

  async function end() {
    setBusy(true)
    say(null)
    const reply = await send(remove, { id: row.id })
    setBusy(false)
    if (!reply.ok) return say(refusalText(reply))
    if (isTelegrams && passkeysHere().includes(row.id)) dropBiometryToken()
    noteHere(row.id, false)
    toast(t('passkey.removed'))
    onDone()
  }

  return (
    <>
      <p class="cap">{t(isTelegrams ? 'passkey.tgRemoveText' : 'passkey.removeText')}</p>
      <Notice text={notice} />
      <Button kind="danger" isBusy={isBusy} onPress={end}>
        {t('passkey.remove')}
      </Button>
    </>
  )
}
