import { useState } from 'react'
import type { Card } from '../../../../../contract/card.ts'
import { rename } from '../../../../../contract/card-control.ts'
import { useKept } from '../../../../forms/draft.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { troubleOf } from '../trouble.ts'

/** What the customer calls the card; empty takes the name away. */
export function Nickname({ card, onDone }: { card: Card; onDone: () => void }) {
  const [typed, setTyped, drop] = useKept(`nickname ${card.id}`, card.nickname ?? '')
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)

  async function submit(event: Event) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const reply = await send(rename, { id: card.id, nickname: typed.trim() })
    setBusy(false)
    setTrouble(troubleOf(reply, { cardId: card.id }))
    if (!reply.ok) return
    drop()
    onDone()
  }

  return (
    <form style="display:grid;gap:16px" onSubmit={submit}>
      <TroubleNotice trouble={trouble} />
      <Field
        label={t('card.nickname')}
        isOptional
        value={typed}
        onInput={setTyped}
        maxLength={20}
        hint={t('card.nicknameHint')}
        enterKeyHint="done"
      />
      <Button type="submit" isBusy={isBusy}>
        {t('card.save')}
      </Button>
    </form>
  )
}
