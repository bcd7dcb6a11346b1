import { css } from 'goober'
import { useState } from 'react'
import type { UserInfo } from '../../../../../contract/account.ts'
import * as rule from '../../../../../contract/field.ts'
import { updatePhrase } from '../../../../../contract/safety.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { useForm } from '../../../../forms/form.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { updateUser } from '../../../../state/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { RefusalNotice, useRefusal } from '../refusal.tsx'
import { Done } from './done.tsx'
import { PinFirst } from './pin-first.tsx'

/** The words by which a customer knows our letters: what they are for, and choosing, changing or removing them. */
export function Phrase({ user }: { user: UserInfo }) {
  const [kept, keep] = useState<string | null | undefined>(undefined)
  if (kept !== undefined) return <Kept phrase={kept} />
  return (
    <>
      <p>{t('account.phrase.about')}</p>
      <p class="cap">{t('account.phrase.except')}</p>
      {user.pinSet ? (
        <Choice user={user} onKept={keep} />
      ) : (
        <PinFirst text={t('account.phrase.pinFirst')} back="/pages/safeCenter/safeCenter?phrase=1" />
      )}
    </>
  )
}

function Choice({ user, onKept }: { user: UserInfo; onKept: (phrase: string | null) => void }) {
  const form = useForm({ phrase: rule.phrase })
  const { answer } = useRefusal(form)
  const [wanted, want] = useState<string | null | undefined>(undefined)
  const submit = form.submit(async ({ phrase }) => want(phrase))
  const isRemoval = wanted === null

  return (
    <>
      <form class={box} onSubmit={submit} noValidate>
        <Field
          label={t('account.phrase.new')}
          autoComplete="off"
          maxLength={30}
          hint={t('account.phrase.hint')}
          {...form.field('phrase')}
        />
        <figure>
          <figcaption class="cap">{t('account.phrase.sample')}</figcaption>
          <p>{t('account.phrase.line', { phrase: form.values.phrase || '…' })}</p>
        </figure>
        <RefusalNotice form={form} />
        <Button type="submit">{t('account.phrase.save')}</Button>
        {user.phraseSet && (
          <Button kind="quiet" onPress={() => want(null)}>
            {t('account.phrase.remove')}
          </Button>
        )}
      </form>
      <Sheet isOpen={wanted !== undefined} title={t('account.phrase')} onClose={() => want(undefined)}>
        <PinAsk
          label={t(isRemoval ? 'account.phrase.pinRemove' : 'account.phrase.pin')}
          confirm={t(isRemoval ? 'account.phrase.remove' : 'account.phrase.save')}
          ask={pin => send(updatePhrase, { phrase: wanted ?? null, pin })}
          onAnswer={reply => {
            want(undefined)
            if (!reply.ok) return answer(reply)
            updateUser(reply.data)
            onKept(wanted ?? null)
          }}
        />
      </Sheet>
    </>
  )
}

function Kept({ phrase }: { phrase: string | null }) {
  return (
    <Done
      title={t(phrase === null ? 'account.phrase.removed' : 'account.phrase.saved')}
      text={phrase === null ? t('account.phrase.removedText') : t('account.phrase.savedText', { phrase })}
    />
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  & figure {
    display: grid;
    gap: 6px;
    margin: 0;
  }
  & figure p {
    padding: 12px 16px;
    border: 1px dashed var(--text-2);
    border-radius: 12px;
    overflow-wrap: anywhere;
  }
`
