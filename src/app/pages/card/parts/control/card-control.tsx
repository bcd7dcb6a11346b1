import type { ComponentType } from 'preact'
import { later } from '../../../../later.tsx'
import { loadWords, t } from '../../../../state/locale.ts'
import { ExportSheet } from '../../../../statement/later-sheet.ts'
import { Sheet } from '../../../../ui/sheet.tsx'
import type { Freezing } from '../freeze.ts'
import { CardFees } from './card-fees.tsx'
import { Limits } from './limits.tsx'
import { Nickname } from './nickname.tsx'
import { Rules } from './rules.tsx'
import { Views } from './views.tsx'

// Each is a file of its own, and so are the words that only they speak.
const AutoRecharge = own(() => import('./auto-recharge.tsx').then(part => part.AutoRecharge))
const LowBalance = own(() => import('./low-balance.tsx').then(part => part.LowBalance))
const Merchants = own(() => import('./merchants.tsx').then(part => part.Merchants))
const Trial = own(() => import('./trial.tsx').then(part => part.Trial))

function own<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return later(async () => {
    const [part] = await Promise.all([load(), loadWords('control')])
    return part
  })
}

export type ControlSheet =
  | 'limits'
  | 'fees'
  | 'auto'
  | 'low'
  | 'rules'
  | 'merchants'
  | 'trial'
  | 'statement'
  | 'name'
  | 'views'

export interface ControlProps {
  what: ControlSheet
  of: Freezing
  /** The month that the page shows. */
  month: string | undefined
  onClose: () => void
  /** The card is to be read again. */
  onChange: () => void
}

/** The sheets in which a card is told how it may be used, and what tells what it costs. */
export default function CardControl({ what, of, month, onClose, onChange }: ControlProps) {
  const { card } = of
  switch (what) {
    case 'limits':
      return (
        <Sheet isOpen title={t('card.limits')} onClose={onClose}>
          <Limits cardId={card.id} />
        </Sheet>
      )
    case 'fees':
      return (
        <Sheet isOpen title={t('card.fees.own')} onClose={onClose}>
          <CardFees cardTypeId={card.cardTypeId} />
        </Sheet>
      )
    case 'auto':
      return (
        <Sheet isOpen title={t('card.auto')} onClose={onClose}>
          <AutoRecharge cardId={card.id} onDone={onChange} />
        </Sheet>
      )
    case 'low':
      return (
        <Sheet isOpen title={t('card.low')} onClose={onClose}>
          <LowBalance card={card} onDone={onClose} />
        </Sheet>
      )
    case 'rules':
      return (
        <Sheet isOpen title={t('card.rules')} onClose={onClose}>
          <Rules cardId={card.id} region={card.region} />
        </Sheet>
      )
    case 'merchants':
      return (
        <Sheet isOpen title={t('card.merchants')} onClose={onClose}>
          <Merchants card={card} />
        </Sheet>
      )
    case 'trial':
      return (
        <Sheet isOpen title={t('card.trial')} onClose={onClose}>
          <Trial card={card} onLeave={onClose} />
        </Sheet>
      )
    case 'statement':
      return (
        <Sheet isOpen title={t('card.statement')} onClose={onClose}>
          <ExportSheet month={month} card={card} onKept={onClose} />
        </Sheet>
      )
    case 'name':
      return (
        <Sheet isOpen title={t('card.nickname')} onClose={onClose}>
          <Nickname
            card={card}
            onDone={() => {
              onClose()
              onChange()
            }}
          />
        </Sheet>
      )
    case 'views':
      return (
        <Sheet isOpen title={t('card.views')} onClose={onClose}>
          <Views of={of} />
        </Sheet>
      )
  }
}
