import { useState } from 'react'
import { renameInAddressBook, type SavedAddress } from '../../../../../contract/address-book.ts'
import * as rule from '../../../../../contract/field.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { useForm } from '../../../../forms/form.ts'
import { type Reply, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { plainTrouble } from '../../../../trouble/trouble.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { OutAddress } from './out-address.tsx'

/** Another name for a saved address, by the PIN: names are what people choose where to send by. */
export function AddressRename({ of, onEnd }: { of: SavedAddress; onEnd: () => void }) {
  const form = useForm({ label: rule.line }, { label: of.label })
  const [isAsking, ask] = useState(false)

  const submit = form.submit(async ({ label }) => (label === of.label ? onEnd() : ask(true)))
  function take(reply: Reply<typeof renameInAddressBook>) {
    ask(false)
    if (!reply.ok) return form.refuse(plainTrouble(reply)?.text ?? null)
    toast(t('wallet.book.isSaved'))
    onEnd()
  }

  if (isAsking) {
    const { label } = form.values
    return (
      <PinAsk
        label={t('wallet.book.pin')}
        confirm={t('wallet.book.rename')}
        ask={pin => send(renameInAddressBook, { id: of.id, label: label.trim(), pin })}
        onAnswer={take}
      />
    )
  }
  return (
    <form style="display:grid;gap:16px" onSubmit={submit} noValidate>
      <OutAddress address={of.address} />
      <Field label={t('wallet.book.label')} maxLength={40} enterKeyHint="done" {...form.field('label')} />
      <Notice text={form.notice} />
      <Button type="submit">{t('wallet.out.withPin')}</Button>
    </form>
  )
}
