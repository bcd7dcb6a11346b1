import { useEffect } from 'react'
import type { Output } from '../../../contract/call.ts'
import { detail } from '../../../contract/card.ts'
import { later } from '../../chunks/later.tsx'
import { isMonth } from '../../display/calendar.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useLoad } from '../../loading/use-load.ts'
import { go } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { loadWords, t } from '../../state/locale.ts'
import { CardBone } from '../../ui/card-face.tsx'
import { BoneRow, List } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Balance } from './parts/balance.tsx'
import { CardNote } from './parts/card-note.tsx'
import { cardTitle } from './parts/card-tile.tsx'
import { ControlRows } from './parts/control/control-rows.tsx'
import { usePart } from './parts/control/use-part.ts'
import type { RepayProps } from './parts/debt/card-repay.tsx'
import { useFreeze } from './parts/freeze.ts'
import { MonthBills } from './parts/purchases/month-bills.tsx'
import { QuickActions } from './parts/quick-actions.tsx'
import { RevealedCard } from './parts/revealed-card.tsx'

// Loaded later: the one is rare, the other stands below what people come for.
const Renewal = later(
  () => Promise.all([import('./parts/renewal.tsx'), loadWords('renewal')]).then(([part]) => part.Renewal),
  88,
)
const CardRows = later(() => import('./parts/card-rows.tsx').then(part => part.CardRows))

/** One card: its face and details, what is on it, what can be done with it, and this month's purchases. */
export default function CardDetail({ query: { id, open, month } }: PageProps) {
  const isMember = useMember() !== null
  useEffect(() => {
    if (!id) go('cardList', {}, { replace: true })
  }, [id])
  return isMember && id ? (
    <OneCard key={id} id={id} open={open} month={isMonth(month) ? month : undefined} />
  ) : null
}

interface OneCardProps {
  id: string
  /** The sheet that the URL asks for. */
  open: string | undefined
  /** The month whose purchases the URL asks for. */
  month: string | undefined
}

function OneCard({ id, open, month }: OneCardProps) {
  const card = useLoad(detail, { id })
  return (
    <Page title={card.data ? cardTitle(card.data) : t('card.detail')}>
      <Loaded of={card} bones={<Bones />}>
        {found => <Whole given={found} open={open} month={month} onChange={card.reload} />}
      </Loaded>
    </Page>
  )
}

interface WholeProps extends Omit<OneCardProps, 'id'> {
  given: Output<typeof detail>
  onChange: () => void
}

function Whole({ given, open, month, onChange }: WholeProps) {
  const freezing = useFreeze(given, onChange)
  const stay = () => go('cardDetail', { id: given.id }, { replace: true })
  const Repay = usePart<RepayProps>(open === 'repay' ? 'cardRepay' : null, stay)
  return (
    <>
      <RevealedCard card={freezing.card} first={open} />
      <CardNote of={freezing} />
      {given.renewal && <Renewal card={freezing.card} given={given.renewal} onChange={onChange} />}
      <Balance card={freezing.card} />
      <QuickActions of={freezing} first={open} />
      <MonthBills cardId={given.id} month={month} earliest={given.createTime} />
      <ControlRows of={freezing} first={open} month={month} onChange={onChange} />
      <CardRows card={freezing.card} billing={given.billingAddress} first={open} onChange={onChange} />
      {Repay && <Repay card={freezing.card} onClose={stay} onChange={onChange} />}
    </>
  )
}

function Bones() {
  return (
    <>
      <CardBone />
      <span class="bone" style="width:55%;height:44px" />
      <List>
        <BoneRow />
        <BoneRow />
      </List>
    </>
  )
}
