import type { MessageKey } from '../../../../locales/keys.ts'
import { t } from '../../../../state/locale.ts'
import { ExportSheet } from '../../../../statement/later-sheet.ts'
import { Sheet } from '../../../../ui/sheet.tsx'
import type { Freezing } from '../freeze.ts'
import { CardFees } from './card-fees.tsx'
import { Limits } from './limits.tsx'
import { Nickname } from './nickname.tsx'
import { ownPart } from './own-part.ts'
import { RuleSheet } from './rule-sheet.tsx'
import { Rules } from './rules.tsx'
import { Views } from './views.tsx'

const AutoRecharge = ownPart(() => import('./auto-recharge.tsx').then(part => part.AutoRecharge))
const LowBalance = ownPart(() => import('./low-balance.tsx').then(part => part.LowBalance))
const Merchants = ownPart(() => import('./merchants.tsx').then(part => part.Merchants))
const Shops = ownPart(() => import('./shops.tsx').then(part => part.Shops))
const Trial = ownPart(() => import('./trial.tsx').then(part => part.Trial))

export type ControlSheet =
  | 'limits'
  | 'fees'
  | 'auto'
  | 'low'
  | 'rules'
  | 'shops'
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
export default function CardControl(props: ControlProps) {
  return (
    <Sheet isOpen title={t(titles[props.what])} onClose={props.onClose}>
      <Part {...props} />
    </Sheet>
  )
}

const titles = {
  limits: 'card.limits',
  fees: 'card.fees.own',
  auto: 'card.auto',
  low: 'card.low',
  rules: 'card.rules',
  shops: 'card.shops',
  merchants: 'card.merchants',
  trial: 'card.trial',
  statement: 'card.statement',
  name: 'card.nickname',
  views: 'card.views',
} as const satisfies Record<ControlSheet, MessageKey>

function Part({ what, of, month, onClose, onChange }: ControlProps) {
  const { card } = of
  switch (what) {
    case 'limits':
      return <Limits cardId={card.id} />
    case 'fees':
      return <CardFees cardTypeId={card.cardTypeId} />
    case 'auto':
      return <AutoRecharge cardId={card.id} onDone={onChange} />
    case 'low':
      return <LowBalance card={card} onDone={onClose} />
    case 'rules':
      return <Rules cardId={card.id} region={card.region} />
    case 'shops':
      return (
        <RuleSheet cardId={card.id} rows={6}>
          {(rules, change) => <Shops rules={rules} onChange={change} />}
        </RuleSheet>
      )
    case 'merchants':
      return <Merchants card={card} />
    case 'trial':
      return <Trial card={card} onLeave={onClose} />
    case 'statement':
      return <ExportSheet month={month} card={card} onKept={onClose} />
    case 'name':
      return <Nickname card={card} onDone={renamed} />
    case 'views':
      return <Views of={of} />
  }

  function renamed() {
    onClose()
    onChange()
  }
}
