import { useEffect, useState } from 'react'
import type { MessageKey } from '../../../../locales/keys.ts'
import { fromHere } from '../../../../routing/from-here.ts'
import { t } from '../../../../state/locale.ts'
import type { IconName } from '../../../../ui/icon-names.ts'
import { List, Row } from '../../../../ui/list.tsx'
import { Section } from '../../../../ui/section.tsx'
import type { EndProps } from '../end/card-end.tsx'
import type { EndSheet } from '../end/ending.ts'
import type { Freezing } from '../freeze.ts'
import { isOver } from '../order.ts'
import type { ControlProps, ControlSheet } from './card-control.tsx'
import { usePart } from './use-part.ts'

interface ControlRowsProps {
  of: Freezing
  /** The sheet that the URL asks for. */
  first: string | undefined
  /** The month that the page shows. */
  month: string | undefined
  onChange: () => void
}

type Named = [what: ControlSheet, icon: IconName, title: MessageKey]

const ofUsable: Named[] = [
  ['limits', 'settings', 'card.limits'],
  ['auto', 'refresh-cw', 'card.auto'],
  ['low', 'bell', 'card.low'],
  ['rules', 'globe', 'card.rules'],
  ['shops', 'shopping-bag', 'card.shops'],
  ['trial', 'circle-help', 'card.trial'],
  ['fees', 'receipt', 'card.fees.own'],
]
/** Those of a card that is over, too. */
const ofAny: Named[] = [
  ['merchants', 'store', 'card.merchants'],
  ['statement', 'download', 'card.statement'],
  ['name', 'credit-card', 'card.nickname'],
  ['views', 'history', 'card.views'],
]

/** What a card can be told, what it costs, and who has looked at it; each row opens a sheet. */
export function ControlRows({ of: freezing, first, month, onChange }: ControlRowsProps) {
  const { card } = freezing
  const [control, setControl] = useState<ControlSheet | null>(null)
  const [end, setEnd] = useState<EndSheet | null>(null)
  const Control = usePart<ControlProps>(control && 'cardControl', close)
  const End = usePart<EndProps>(end && 'cardEnd', close)
  const isUsable = !isOver(card) && card.status !== 'opening'
  // What we froze neither its owner nor a thief ends: the note above leads to us.
  const canEnd = isUsable && card.status !== 'frozen_risk'
  const go = fromHere()

  const sheets = isUsable ? [...ofUsable, ...ofAny] : ofAny

  // biome-ignore lint/correctness/useExhaustiveDependencies: which sheets there are follows from isUsable
  useEffect(() => {
    const asked = sheets.find(([what]) => what === first)
    if (asked) setControl(asked[0])
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
          {sheets.map(([what, icon, title]) => (
            <Row
              key={what}
              icon={icon}
              title={t(title)}
              note={what === 'name' && card.nickname}
              onPress={() => setControl(what)}
            />
          ))}
          {canEnd && (
            <Row icon="triangle-alert" tone="warn" title={t('card.lost')} onPress={() => setEnd('lost')} />
          )}
          {canEnd && (
            <Row icon="trash-2" tone="neg" title={t('card.close')} onPress={() => setEnd('close')} />
          )}
        </List>
      </Section>
      {Control && control && (
        <Control what={control} of={freezing} month={month} onClose={close} onChange={onChange} />
      )}
      {End && end && (
        <End
          what={end}
          card={card}
          onClose={close}
          onMerchants={() => {
            close()
            setControl('merchants')
          }}
          onChange={onChange}
        />
      )}
    </>
  )
}
