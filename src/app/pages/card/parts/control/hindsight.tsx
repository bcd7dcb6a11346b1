import { useState } from 'react'
import type { Input, Output } from '../../../../../contract/call.ts'
import { tryRules } from '../../../../../contract/card-control.ts'
import { NameText } from '../../../../display/name-text.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { List, Row } from '../../../../ui/list.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { when } from '../../../../ui/when.ts'

interface LimitHindsightProps {
  cardId: string
  /** As they would be saved. */
  limits: NonNullable<Input<typeof tryRules>['limits']>
}

/** What a card would have declined lately under other limits; nothing while that is not known. */
export function LimitHindsight({ cardId, limits }: LimitHindsightProps) {
  const { data } = useLoad(tryRules, { id: cardId, limits })
  return data && data.purchases > 0 ? <p role="status">{wordsOf(data)}</p> : null
}

function wordsOf({ purchases, declined }: Hindsight): string {
  if (declined === 0) return t('control.hindsight.none', { count: purchases })
  return t('control.hindsight.some', { count: purchases, declined })
}

/** What a card would have declined lately. */
export type Hindsight = Output<typeof tryRules>

export interface RuleHindsightProps {
  of: Hindsight
  /** Saves it all the same. */
  onSave: () => Promise<void>
  onLeave: () => void
}

/** What a rule would have stopped, before it is saved. */
export function RuleHindsight({ of, onSave, onLeave }: RuleHindsightProps) {
  const [isBusy, setBusy] = useState(false)
  const { declined, latest } = of

  async function save() {
    if (isBusy) return
    setBusy(true)
    await onSave()
  }

  return (
    <>
      <Notice tone="warn" text={wordsOf(of)} />
      <List label={t('card.bills')}>
        {latest.map(({ id, merchant, amount, time }) => (
          <Row
            key={id}
            icon="store"
            title={<NameText of={merchant || t('billKind.consume')} />}
            note={when(time)}
            value={<Money amount={amount} currency="USD" />}
          />
        ))}
      </List>
      {declined > latest.length && (
        <p class="cap">{t('control.hindsight.more', { count: declined - latest.length })}</p>
      )}
      <p class="cap">{t('control.hindsight.note')}</p>
      <Button isBusy={isBusy} onPress={save}>
        {t('control.hindsight.save')}
      </Button>
      <Button kind="quiet" onPress={onLeave}>
        {t('card.back')}
      </Button>
    </>
  )
}
