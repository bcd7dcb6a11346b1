import { useState } from 'react'
import type { Card } from '../../../../../contract/card.ts'
import { lowBalance } from '../../../../../contract/card-control.ts'
import { amount } from '../../../../../contract/field.ts'
import { useForm } from '../../../../forms/form.ts'
import { typedAmount } from '../../../../forms/typed-amount.ts'
import { Loaded } from '../../../../loading/loaded.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Skeleton } from '../../../../ui/states.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { troubleOf } from '../trouble.ts'
import { usd } from './usd.ts'

interface LowBalanceProps {
  card: Card
  onDone: () => void
}

/** Below what the owner of a card hears that it runs low. */
export function LowBalance({ card, onDone }: LowBalanceProps) {
  const loaded = useLoad(lowBalance, { id: card.id })
  return (
    <Loaded of={loaded} bones={<Skeleton rows={2} />}>
      {({ below }) => <LowForm card={card} below={below} onDone={onDone} />}
    </Loaded>
  )
}

const usual = '20'

function LowForm({ card, below, onDone }: LowBalanceProps & { below: string | null }) {
  const form = useForm({ below: amount }, { below: below ? typedAmount(below) : usual })
  const [trouble, setTrouble] = useState<Trouble | null>(null)

  async function change(next: string | null) {
    const reply = await send(lowBalance, { id: card.id, set: { below: next } })
    if (reply.ok) {
      feel('success')
      toast(t(next === null ? 'control.low.stopped' : 'control.low.started'))
      return onDone()
    }
    feel('error')
    const { min, max } = (reply.details ?? {}) as Record<string, string>
    const isAmount = reply.key === 'amount_out_of_range' && min && max
    if (isAmount) form.blame('below', t('control.low.range', { min: usd(min), max: usd(max) }))
    setTrouble(isAmount ? null : troubleOf(reply, { cardId: card.id }))
  }

  return (
    <form style="display:grid;gap:14px" onSubmit={form.submit(values => change(values.below))} noValidate>
      <p class="cap">{t('control.low.about')}</p>
      <TroubleNotice trouble={trouble} />
      <Field
        label={t('control.low.below')}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        {...form.field('below')}
      />
      <Button type="submit" isBusy={form.isBusy}>
        {t(below === null ? 'control.low.start' : 'card.save')}
      </Button>
      {below !== null && (
        <Button kind="quiet" onPress={() => change(null)}>
          {t('control.low.stop')}
        </Button>
      )}
    </form>
  )
}
