import { css } from 'goober'
import { useState } from 'react'
import { addEvidence, type Dispute } from '../../../../../contract/dispute.ts'
import { description } from '../../../../../contract/field.ts'
import { useForm } from '../../../../forms/form.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Pictures, usePictures } from '../tickets/pictures.tsx'
import { say } from '../tickets/say.ts'
import { disputeRefusal } from './dispute-words.ts'

/** Words and pictures for the issuer. */
export function EvidenceForm({ id, onDone }: { id: string; onDone: (dispute: Dispute) => void }) {
  const [round, next] = useState(0)
  return (
    <Evidence
      key={round}
      id={id}
      onDone={dispute => {
        next(round + 1)
        onDone(dispute)
      }}
    />
  )
}

function Evidence({ id, onDone }: { id: string; onDone: (dispute: Dispute) => void }) {
  const draft = `evidence ${id}`
  const form = useForm({ description }, {}, draft)
  const pictures = usePictures()

  const submit = form.submit(async values => {
    const wanted = { id, ...values, ...pictures.given }
    const reply = await say(draft, wanted, keyed => send(addEvidence, keyed))
    if (!reply.ok) return form.refuse(disputeRefusal(reply))
    onDone(reply.data)
  })

  return (
    <form class={box} onSubmit={submit} noValidate>
      <Field
        label={t('dispute.add.label')}
        rows={4}
        maxLength={2000}
        hint={t('dispute.count', { count: form.values.description.trim().length })}
        {...form.field('description')}
      />
      <Pictures of={pictures} />
      <p class="cap">{t('dispute.safe')}</p>
      <Notice text={form.notice} />
      <Button type="submit" isBusy={form.isBusy || pictures.isBusy}>
        {t('dispute.add.send')}
      </Button>
    </form>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
`
