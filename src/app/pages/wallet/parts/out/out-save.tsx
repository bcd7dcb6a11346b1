import { useState } from 'react'
import { saveToAddressBook } from '../../../../../contract/address-book.ts'
import * as rule from '../../../../../contract/field.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { CodeField } from '../../../../forms/code-field.tsx'
import { keepDraft } from '../../../../forms/draft.ts'
import { codeText, useForm } from '../../../../forms/form.ts'
import { useSecondCode } from '../../../../forms/second-code.tsx'
import { type Reply, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { session } from '../../../../state/session.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { isUnknown, pinHref, plainTrouble } from '../../../../trouble/trouble.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { stack } from '../../../../ui/stack.ts'
import { toast } from '../../../../ui/toast.tsx'
import { addressText } from './address-problem.ts'
import { OutAddress } from './out-address.tsx'

interface SaveAddressProps {
  chain: string
  address: string
  /** It resembles another one and was compared with it. */
  isMeant: boolean
  onSaved: () => void
}

/** Saves an address: a name, a mailed code, the PIN. From then on it waits a day. */
export function SaveAddress({ chain, address, isMeant, onSaved }: SaveAddressProps) {
  const draft = `save ${address}`
  const form = useForm({ label: rule.line, code: rule.code }, {}, draft)
  const [isAsking, ask] = useState(false)
  const { withSecond, part } = useSecondCode()
  const user = session.value?.user
  if (!user) return null

  const submit = form.submit(async () => ask(true))
  function take(reply: Reply<typeof saveToAddressBook>) {
    ask(false)
    if (reply.ok) {
      keepDraft(draft, null)
      feel('success')
      toast(t('wallet.book.isSaved'))
      return onSaved()
    }
    feel('error')
    const code = codeText(reply)
    if (code) form.blame('code', code)
    else if (reply.key === 'limit_exceeded') form.refuse(t('wallet.book.full'))
    else if (isUnknown(reply)) form.refuse(t('wallet.book.unknown'))
    else form.refuse(addressText(whyOf(reply), chain) ?? plainTrouble(reply)?.text ?? null)
  }

  if (part) return <>{part}</>
  if (isAsking) {
    const { label, code } = form.values
    const meant = isMeant && { isMeant }
    return (
      <PinAsk
        label={t('wallet.book.pin')}
        confirm={t('wallet.out.save')}
        ask={pin =>
          withSecond(second =>
            send(saveToAddressBook, { chain, address, label, code, pin, ...meant, ...second }),
          )
        }
        onAnswer={take}
      />
    )
  }
  return (
    <form class={stack} onSubmit={submit} noValidate>
      <OutAddress address={address} />
      <Notice tone="info" text={t('wallet.book.waits')} />
      <Field
        label={t('wallet.book.label')}
        placeholder={t('wallet.book.labelHint')}
        maxLength={40}
        {...form.field('label')}
      />
      <CodeField
        bound={form.field('code')}
        form={form}
        email={user.email}
        type="transferOut"
        onRefused={reply => form.refuse(plainTrouble(reply)?.text ?? null)}
      />
      <Notice text={form.notice} />
      {user.pinSet ? (
        <Button type="submit">{t('wallet.out.withPin')}</Button>
      ) : (
        <Button href={pinHref()}>{t('pin.set')}</Button>
      )}
    </form>
  )
}

function whyOf({ details }: Reply<typeof saveToAddressBook> & { ok: false }): string | null {
  return typeof details?.why === 'string' ? details.why : null
}
