import { useEffect } from 'react'
import { detail } from '../../../contract/card.ts'
import { Loaded } from '../../loading/loaded.tsx'
import { useLoad } from '../../loading/use-load.ts'
import { go, link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { TroubleNotice } from '../../trouble/trouble-notice.tsx'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty } from '../../ui/states.tsx'
import { isOver } from './parts/order.ts'
import { FixedPhone, PhoneForm } from './parts/plastic/phone-form.tsx'
import { Spoken } from './parts/spoken.tsx'
import { troubleOf } from './parts/trouble.ts'

/** The phone that the card's messages go to. */
export default function MotifyCardPhone({ query: { id } }: PageProps) {
  const user = useMember()
  useEffect(() => {
    if (!id) go('cardList', {}, { replace: true })
  }, [id])
  return (
    <Spoken title={t('card.changePhone')}>
      {() => (id && user ? <OneCard key={id} id={id} email={user.email} /> : null)}
    </Spoken>
  )
}

function OneCard({ id, email }: { id: string; email: string | null }) {
  const card = useLoad(detail, { id })
  return (
    <Page title={t('card.changePhone')}>
      <Loaded of={card}>
        {found =>
          isOver(found) || !email ? (
            <Empty icon="ban" text={email ? t('refusal.card_closed') : t('physical.phone.noEmail')}>
              <Button href={link(email ? 'cardList' : 'service')}>
                {t(email ? 'card.list' : 'mend.service')}
              </Button>
            </Empty>
          ) : found.status === 'frozen_risk' ? (
            <TroubleNotice trouble={troubleOf({ ok: false, key: 'card_frozen' }, { cardId: id })} />
          ) : found.canChangePhone ? (
            <PhoneForm card={found} email={email} onStale={card.reload} />
          ) : (
            <FixedPhone cardId={id} />
          )
        }
      </Loaded>
    </Page>
  )
}
