import { useEffect, useState } from 'react'
import { go } from '../../../hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { List, Row } from '../../../ui/list.tsx'
import { Section } from '../../../ui/section.tsx'
import type { ControlProps, ControlSheet } from './card-control.tsx'
import type { EndProps, EndSheet } from './card-end.tsx'
import type { Freezing } from './freeze.ts'
import { isOver } from './order.ts'
import { usePart } from './use-part.ts'

export interface ControlRowsProps {
  of: Freezing
  /** The sheet that the URL asks for. */
  first: string | undefined
  onChange: () => void
}

/** What a card can be told, what it costs, and who has looked at it; each row opens a sheet. */
export function ControlRows({ of: freezing, first, onChange }: ControlRowsProps) {
  const { card } = freezing
  const [control, setControl] = useState<ControlSheet | null>(null)
  const [end, setEnd] = useState<EndSheet | null>(null)
  const Control = usePart<ControlProps>(control && 'cardControl', close)
  const End = usePart<EndProps>(end && 'cardEnd', close)
  const isUsable = !isOver(card) && card.status !== 'opening'
  // What we froze neither its owner nor a thief ends: the note above leads to us.
  const canEnd = isUsable && card.status !== 'frozen_risk'

  useEffect(() => {
    if (first === 'views' || first === 'merchants') setControl(first)
    if (isUsable && (first === 'limits' || first === 'rules' || first === 'auto')) setControl(first)
    if (canEnd && first === 'lost') setEnd('lost')
  }, [first, isUsable, canEnd])

  function close() {
    setControl(null)
    setEnd(null)
    if (first) go('cardDetail', { id: card.id }, { replace: true })
  }

  return (
    <>
      <Section title={t('card.control')}>
        <List>
          {isUsable && <Row icon="settings" title={t('card.limits')} onPress={() => setControl('limits')} />}
          {isUsable && <Row icon="refresh-cw" title={t('card.auto')} onPress={() => setControl('auto')} />}
          {isUsable && <Row icon="globe" title={t('card.rules')} onPress={() => setControl('rules')} />}
          <Row icon="store" title={t('card.merchants')} onPress={() => setControl('merchants')} />
          {isUsable && <Row icon="receipt" title={t('card.fees.own')} onPress={() => setControl('fees')} />}
          <Row
            icon="credit-card"
            title={t('card.nickname')}
            note={card.nickname}
            onPress={() => setControl('name')}
          />
          <Row icon="history" title={t('card.views')} onPress={() => setControl('views')} />
          {canEnd && (
            <Row icon="triangle-alert" tone="warn" title={t('card.lost')} onPress={() => setEnd('lost')} />
          )}
          {canEnd && (
            <Row icon="trash-2" tone="neg" title={t('card.close')} onPress={() => setEnd('close')} />
          )}
        </List>
      </Section>
      {Control && control && <Control what={control} of={freezing} onClose={close} onChange={onChange} />}
      {End && end && <End what={end} card={card} onClose={close} onChange={onChange} />}
    </>
  )
}
