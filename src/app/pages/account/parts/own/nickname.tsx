import { type UserInfo, updateUserInfo } from '../../../../../contract/account.ts'
import * as rule from '../../../../../contract/field.ts'
import { keepDraft } from '../../../../forms/draft.ts'
import { useForm } from '../../../../forms/form.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { updateUser } from '../../../../state/session.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { RefusalNotice, useRefusal } from '../refusal.tsx'

const draft = 'nickname'

/** What the app calls the customer; empty takes the name away. */
export function Nickname({ user, onDone }: { user: UserInfo; onDone: () => void }) {
  const form = useForm({ nickname: rule.nickname }, { nickname: user.nickname ?? '' }, draft)
  const { answer } = useRefusal(form)
  const submit = form.submit(async ({ nickname }) => {
    const reply = await send(updateUserInfo, { nickname })
    if (!reply.ok) return answer(reply)
    keepDraft(draft, null)
    updateUser(reply.data)
    onDone()
  })
  return (
    <form style="display:grid;gap:16px" onSubmit={submit} noValidate>
      <Field
        label={t('account.nickname')}
        isOptional
        autoComplete="nickname"
        enterKeyHint="done"
        maxLength={20}
        hint={t('account.nickname.hint')}
        {...form.field('nickname')}
      />
      <RefusalNotice form={form} />
      <Button type="submit" isBusy={form.isBusy}>
        {t('account.nickname.save')}
      </Button>
    </form>
  )
}
