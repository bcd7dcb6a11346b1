import { useState } from 'react'
import type { Bill } from '../../../../../contract/bill.ts'
import { amountMs, draftOf } from '../../../../forms/draft.ts'
import { t } from '../../../../state/locale.ts'
import { List, Row } from '../../../../ui/list.tsx'
import { NoteForm } from './note-form.tsx'

/** What its owner wrote on a bill for themselves; pressed, it is written. What was typed and not saved is open again. */
export function BillNote({ of: { id, note } }: { of: Bill }) {
  const draft = `note ${id}`
  const [isWriting, write] = useState(() => Boolean(draftOf(draft, amountMs).text))
  if (isWriting) return <NoteForm id={id} note={note ?? ''} draft={draft} onEnd={() => write(false)} />
  return (
    <List>
      <Row
        icon="pencil"
        title={note ?? t('wallet.note.add')}
        note={note && t('wallet.note.mine')}
        onPress={() => write(true)}
      />
    </List>
  )
}
