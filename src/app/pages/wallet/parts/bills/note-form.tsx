import { useEffect, useRef, useState } from 'react'
import { note as keepNote } from '../../../../../contract/bill.ts'
import { useKept } from '../../../../forms/draft.ts'
import { renewAll } from '../../../../loading/renew.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { plainTrouble, type Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'

interface NoteFormProps {
  id: string
  note: string
  /** Under which name what is typed outlives a reload. */
  draft: string
  onEnd: () => void
}

/** Writes the note of a bill; an empty one is taken away. It ends once the bill, and the list with it, say so. */
export function NoteForm({ id, note, draft, onEnd }: NoteFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [typed, type, drop] = useKept(draft, note)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  useEffect(() => form.current?.querySelector('input')?.focus(), [])

  async function submit(event: Event) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    const reply = await send(keepNote, { id, note: typed })
    if (reply.ok) {
      drop()
      await renewAll()
      return onEnd()
    }
    setBusy(false)
    setTrouble(plainTrouble(reply))
  }

  return (
    <form ref={form} style="display:grid;gap:12px" onSubmit={submit}>
      <TroubleNotice trouble={trouble} />
      <Field
        label={t('wallet.note.mine')}
        hint={t('wallet.note.hint')}
        value={typed}
        onInput={type}
        maxLength={140}
        autoComplete="off"
        enterKeyHint="done"
      />
      <Button type="submit" isBusy={isBusy}>
        {t('wallet.note.save')}
      </Button>
      <Button
        kind="quiet"
        onPress={() => {
          drop()
          onEnd()
        }}
      >
        {t('wallet.note.leave')}
      </Button>
    </form>
  )
}
