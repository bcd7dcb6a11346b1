import { css } from 'goober'
import { useState } from 'react'
import { addEvidence, type Dispute } from '../../../../../contract/dispute.ts'
import { description } from '../../../../../contract/field.ts'
import { useForm } from '../../../../forms/form.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { usePictures } from '../tickets/pictures.tsx'
import { inPlace, say } from '../tickets/say.ts'
import { CaseTold } from './case-told.tsx'
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
    const reply = await say(draft, wanted, keyed => send(addEvidence, keyed, inPlace))
    if (!reply.ok) return form.refuse(disputeRefusal(reply))
    onDone(reply.data)
  })

  return (
    <form class={box} onSubmit={submit} noValidate>
      <CaseTold
        form={form}
        pictures={pictures}
        label={t('dispute.add.label')}
        rows={4}
        action={t('dispute.add.send')}
      />
    </form>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
`
