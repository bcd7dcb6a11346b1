import { useEffect } from 'react'
import { go } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Page } from '../../ui/page.tsx'
import { type TextKind, textKinds } from './parts/kinds.ts'
import { TextRows } from './parts/message-rows.tsx'
import { ReadAll } from './parts/read-all.tsx'
import { ShelfView } from './parts/shelf-view.tsx'
import { useMessages } from './parts/use-messages.ts'

/** Messages of one category as text. */
export default function MessagesPage({ query }: PageProps) {
  const user = useMember()
  const kind = textKinds.find(name => name === query.kind)
  useEffect(() => {
    if (!kind) go(query.kind === 'balance' ? 'messages2' : 'messageList', {}, { replace: true })
  }, [kind, query.kind])
  return user && kind ? <Category kind={kind} /> : <Page title={t('messages.title')}>{null}</Page>
}

function Category({ kind }: { kind: TextKind }) {
  const shelf = useMessages({ kind })
  const title = t(`messages.kind.${kind}`)
  const hasUnread = shelf.rows?.some(({ isRead }) => !isRead)
  return (
    <Page title={title} action={hasUnread && <ReadAll kind={kind} />}>
      <ShelfView of={shelf} empty={t(`messages.empty.${kind}`)}>
        {rows => <TextRows rows={rows} label={title} />}
      </ShelfView>
    </Page>
  )
}
