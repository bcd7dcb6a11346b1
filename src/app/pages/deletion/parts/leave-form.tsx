import { css } from 'goober'
import { useState } from 'react'
import * as z from 'zod/mini'
import type { UserInfo } from '../../../../contract/account.ts'
import { deleteAccount, type Obstacle } from '../../../../contract/deletion.ts'
import * as rule from '../../../../contract/field.ts'
import { PinAsk } from '../../../decision/pin-ask.tsx'
import { CodeField } from '../../../forms/code-field.tsx'
import { keepDraft } from '../../../forms/draft.ts'
import { codeText, useForm } from '../../../forms/form.ts'
import { type Reply, send } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import { plainTrouble } from '../../../trouble/trouble.ts'
import { amountText } from '../../../ui/amount-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { List } from '../../../ui/list.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { SwitchRow } from '../../../ui/switch-row.tsx'
import { toast } from '../../../ui/toast.tsx'

const draft = 'leaving'
const reason = z.string().check(z.maxLength(200, 'tooLong'))

interface LeaveFormProps {
  user: UserInfo
  obstacles: readonly Obstacle[]
  /** It waits now, or something has come in its way. */
  onAsked: () => void
}

/** The last step: what is given up, a code from the e-mail, and the fund PIN of a customer who has one. */
export function LeaveForm({ user, obstacles, onAsked }: LeaveFormProps) {
  const rests = obstacles.filter(({ state }) => state === 'waivable')
  const [isWaived, waive] = useState(false)
  const [isSure, setSure] = useState(false)
  const [isAsking, ask] = useState(false)
  const form = useForm({ code: rule.code, reason }, {}, draft)
  const isDisabled = !isSure || (rests.length > 0 && !isWaived)

  function wish(pin?: string) {
    const { code, reason } = form.values
    const why = reason.trim()
    return send(deleteAccount, {
      code,
      ...(pin !== undefined && { pin }),
      ...(why !== '' && { reason: why }),
      ...(rests.length > 0 && { waive: true }),
    })
  }

  function answer(reply: Reply<typeof deleteAccount>) {
    ask(false)
    if (reply.ok) keepDraft(draft, null)
    // The list above tells what has come in its way; when it waits already, an earlier yes was not heard.
    const isLate = !reply.ok && reply.key === 'delete_failed'
    if (isLate && !reply.details?.deleteAt) toast(t('deletion.late'))
    if (reply.ok || isLate) return onAsked()
    const code = codeText(reply)
    if (code) form.blame('code', code)
    else form.refuse(plainTrouble(reply)?.text ?? null)
  }

  const submit = form.submit(async () => {
    if (isDisabled) return
    if (user.pinSet) ask(true)
    else answer(await wish())
  })

  return (
    <form class={box} onSubmit={submit} noValidate>
      <h2>{t('deletion.last')}</h2>
      <List label={t('deletion.last')}>
        {rests.length > 0 && (
          <SwitchRow
            icon="wallet"
            title={t('deletion.waive', { amounts: rests.map(textOf).join(t('deletion.and')) })}
            note={t('deletion.waiveNote')}
            isOn={isWaived}
            onChange={waive}
          />
        )}
        <SwitchRow icon="triangle-alert" title={t('deletion.sure')} isOn={isSure} onChange={setSure} />
      </List>
      <Field label={t('deletion.reason')} {...form.field('reason')} />
      <CodeField
        bound={form.field('code')}
        form={form}
        email={user.email}
        type="deleteAccount"
        onRefused={reply => form.refuse(plainTrouble(reply)?.text ?? null)}
      />
      <Notice text={form.notice} />
      <Button kind="danger" type="submit" isBusy={form.isBusy} isDisabled={isDisabled}>
        {t('deletion.submit')}
      </Button>
      <Sheet isOpen={isAsking} title={t('deletion.title')} onClose={() => ask(false)}>
        <PinAsk label={t('deletion.pin')} confirm={t('deletion.submit')} ask={wish} onAnswer={answer} />
      </Sheet>
    </form>
  )
}

function textOf({ amount, currency }: Obstacle): string {
  return amount !== null && currency !== null ? amountText({ amount, currency, exact: true }) : ''
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  & h2 {
    padding: 0 4px;
    font-size: 1.0625rem;
  }
`
