import { later } from '../../chunks/later.tsx'
import { link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { loadWords, t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Compose } from './parts/tickets/compose.tsx'
import { TicketList } from './parts/tickets/ticket-list.tsx'
import { TicketPage } from './parts/tickets/ticket-page.tsx'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

// Few people ever dispute a purchase: the form and its words are files of their own.
const DisputePage = later(() =>
  spoken(() => import('./parts/disputes/dispute-page.tsx').then(part => part.DisputePage)),
)
const DisputeList = later(() =>
  spoken(() => import('./parts/disputes/dispute-list.tsx').then(part => part.DisputeList)),
)

/**
 * What to tell us, and what became of it; `?refType=&refId=` says what it is about, `?question=` which answer did not
 * help, `?id=` shows one ticket, `?dispute=` the dispute of the purchase with that bill, or with `list` all of them.
 */
export default function Feedback({ query: { id, refType, refId, question, dispute } }: PageProps) {
  const user = useMember()
  if (!user) return <Page title={t('help.feedback')}>{null}</Page>
  if (id && uuid.test(id)) return <TicketPage key={id} id={id} />
  if (dispute === 'list') {
    return (
      <Page title={t('help.dispute.mine')}>
        <DisputeList />
      </Page>
    )
  }
  if (dispute && uuid.test(dispute)) {
    return (
      <Page title={t('help.dispute')}>
        <DisputePage key={dispute} billId={dispute} />
      </Page>
    )
  }
  const isKnown = (refType === 'bill' || refType === 'card') && refId !== undefined && uuid.test(refId)
  return (
    <Page title={t('help.feedback')}>
      <Compose key={refId ?? question} about={isKnown ? { refType, refId } : null} question={question} />
      <TicketList />
      <Button kind="quiet" href={link('feedback', { dispute: 'list' })}>
        {t('help.dispute.mine')}
      </Button>
    </Page>
  )
}

async function spoken<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), loadWords('dispute')])
  return part
}
