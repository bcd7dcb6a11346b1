import { useEffect, useState } from 'react'
import type { Card } from '../../../../contract/card.ts'
import { cardMerchants } from '../../../../contract/card-control.ts'
import { renewal, type Renewal as Standing } from '../../../../contract/card-renewal.ts'
import { date } from '../../../display/calendar.ts'
import { useLoad } from '../../../loading/use-load.ts'
import { link } from '../../../routing/hash-location.tsx'
import { send } from '../../../send.ts'
import { t } from '../../../state/locale.ts'
import { feel } from '../../../telegram/telegram.ts'
import type { Trouble } from '../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../trouble/trouble-notice.tsx'
import { List, Row } from '../../../ui/list.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Section } from '../../../ui/section.tsx'
import { RenewalParcel } from './renewal-parcel.tsx'
import { troubleOf } from './trouble.ts'

interface RenewalProps {
  card: Card
  given: Standing
  onChange: () => void
}

/** What becomes of a card that expires soon, and its owner's no. */
export function Renewal({ card, given, onChange }: RenewalProps) {
  const { id: cardId } = card
  const isPlastic = card.type === 'physical'
  const { now, isBusy, trouble, want } = useRenewal({ card, given, onChange })
  switch (now.state) {
    case 'planned':
    case 'unwanted': {
      const isWanted = now.state === 'planned'
      const key = isWanted && isPlastic ? 'renewal.planned.plastic' : (`renewal.${now.state}` as const)
      return (
        <>
          <TroubleNotice trouble={trouble} />
          <Notice
            tone={isWanted ? 'info' : 'warn'}
            text={t(key, { date: date(now.time) })}
            action={
              <button type="button" aria-busy={isBusy || undefined} onClick={() => want(!isWanted)}>
                {t(isWanted ? 'renewal.no' : 'renewal.yes')}
              </button>
            }
          />
        </>
      )
    }
    case 'asked':
      return <Notice tone="info" text={t('renewal.asked')} />
    case 'mailed':
      return <RenewalParcel card={card} parcel={now.parcel} />
    case 'renewed':
      return <Renewed cardId={cardId} />
    case 'refused': {
      const href = link('feedback', { refType: 'card', refId: cardId })
      const way = <a href={href}>{t('mend.service')}</a>
      return <Notice tone="warn" text={t('renewal.refused')} action={way} />
    }
  }
}

/** The new date and code are with the issuer; who charges the card regularly has to learn them. */
function Renewed({ cardId }: { cardId: string }) {
  const { data } = useLoad(cardMerchants, { id: cardId })
  const regular = (data?.list ?? []).filter(each => each.regular && !each.isStopped)
  return (
    <>
      <Notice
        tone="pos"
        text={t('renewal.renewed')}
        action={<a href={link('cardDetail', { id: cardId, open: 'reveal' })}>{t('renewal.look')}</a>}
      />
      {regular.length > 0 && (
        <Section title={t('renewal.regular')}>
          <List label={t('renewal.regular')}>
            {regular.map(({ merchant }) => (
              <Row key={merchant} icon="store" title={merchant} />
            ))}
          </List>
        </Section>
      )}
    </>
  )
}

function useRenewal({ card: { id: cardId }, given, onChange }: RenewalProps) {
  const [changed, setChanged] = useState<Standing | null>(null)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was loaded anew is newer than our own change
  useEffect(() => setChanged(null), [given])

  async function want(isWanted: boolean) {
    if (isBusy) return
    setBusy(true)
    const reply = await send(renewal, { id: cardId, isWanted })
    setBusy(false)
    feel(reply.ok ? 'medium' : 'error')
    if (reply.ok) setChanged(reply.data)
    // It has gone on meanwhile: the page says how it stands.
    const isLate = !reply.ok && reply.key === 'modify_failed'
    setTrouble(isLate ? null : troubleOf(reply, { cardId }))
    if (reply.ok || isLate) onChange()
  }

  return { now: changed ?? given, isBusy, trouble, want }
}
