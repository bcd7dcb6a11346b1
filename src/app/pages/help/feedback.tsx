import { useMember } from '../../members-only.ts'
import type { PageProps } from '../../routes.ts'
import { t } from '../../state/locale.ts'
import { Page } from '../../ui/page.tsx'
import { Compose } from './parts/compose.tsx'
import { TicketList } from './parts/ticket-list.tsx'
import { TicketPage } from './parts/ticket-page.tsx'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What to tell us, and what became of it; `?refType=&refId=` says what it is about, `?id=` shows one ticket. */
export default function Feedback({ query: { id, refType, refId } }: PageProps) {
  const user = useMember()
  if (!user) return <Page title={t('help.feedback')}>{null}</Page>
  if (id && uuid.test(id)) return <TicketPage key={id} id={id} />
  const isKnown = (refType === 'bill' || refType === 'card') && refId !== undefined && uuid.test(refId)
  return (
    <Page title={t('help.feedback')}>
      <Compose key={refId} about={isKnown ? { refType, refId } : null} />
      <TicketList />
    </Page>
  )
}
