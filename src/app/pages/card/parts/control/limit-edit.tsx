import { useState } from 'react'
import { cardLimit } from '../../../../../contract/card-control.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { amountMs, draftOf, keepDraft, useKeeping } from '../../../../forms/draft.ts'
import { useRested } from '../../../../forms/use-rested.ts'
import { type Reply, type Sent, send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { AmountEntry } from '../../../../ui/amount-entry.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Chip } from '../../../../ui/chip.tsx'
import { dots } from '../../../../ui/dots.ts'
import { amountOf, isMore, isZero } from '../reckon.ts'
import { troubleOf } from '../trouble.ts'
import { AtMost, isAtMost, type Limit } from './at-most.tsx'
import { ownPart } from './own-part.ts'
import { usd } from './usd.ts'

const LimitHindsight = ownPart(() => import('./hindsight.tsx').then(part => part.LimitHindsight), 21)

interface LimitEditProps {
  cardId: string
  limit: Limit
  onEnd: () => void
}

/** One limit by the keypad. Raising it takes the PIN. */
export function LimitEdit({ cardId, limit, onEnd }: LimitEditProps) {
  const { window, own, most } = limit
  const now = own ?? most
  const draft = `limit ${cardId} ${window}`
  const [typed, setTyped] = useState(() => draftOf(draft, amountMs).text ?? '')
  const rested = useRested(typed)
  const next = amountOf(typed)
  const isOver = isMore(next, most)
  const isRaise = isMore(next, now)
  const isSame = !isRaise && !isMore(now, next)
  useKeeping(draft, { text: isSame ? '' : typed })

  const set = { [window]: isMore(most, next) ? next : null }
  const isSet = !isZero(next) && !isSame && !isOver
  const { isAsking, isBusy, trouble, ask, take, save, stay } = useSaving({
    cardId,
    set,
    isRaise,
    onSaved() {
      keepDraft(draft, null)
      onEnd()
    },
  })

  if (isAsking)
    return (
      <PinAsk
        label={t('card.limits.pin')}
        confirm={t('card.save')}
        ask={ask}
        onAnswer={take}
        onReturn={stay}
      />
    )
  return (
    <>
      <TroubleNotice trouble={trouble} />
      {isAtMost(limit) && <AtMost text={t('card.limits.atMost')} />}
      <AmountEntry
        typed={typed}
        onInput={setTyped}
        currency="USD"
        sums={['100', '500', '1000', '2000'].filter(sum => isMore(most, sum))}
        max="0"
        onEnter={isSet ? save : undefined}
        chips={
          <Chip isOn={typed === most} onPress={() => setTyped(most)}>
            {t('card.limits.toMost')}
          </Chip>
        }
      >
        <LimitWords limit={limit} isOver={isOver} isRaise={isRaise} />
        {isSet && rested === typed && <LimitHindsight key={next} cardId={cardId} limits={set} />}
      </AmountEntry>
      <Button isBusy={isBusy} isDisabled={!isSet} onPress={save}>
        {t('card.save')}
      </Button>
      <Button kind="quiet" onPress={onEnd}>
        {t('card.back')}
      </Button>
    </>
  )
}

interface SavingProps {
  cardId: string
  set: NonNullable<Sent<typeof cardLimit>['set']>
  isRaise: boolean
  onSaved: () => void
}

function useSaving({ cardId, set, isRaise, onSaved }: SavingProps) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const stay = () => setAsking(false)

  function ask(pin?: string) {
    return send(cardLimit, { id: cardId, set, ...(pin && { pin }) })
  }
  function take(reply: Reply<typeof cardLimit>) {
    stay()
    if (!reply.ok) return setTrouble(troubleOf(reply, { cardId }))
    onSaved()
  }
  async function save() {
    if (isRaise) return setAsking(true)
    if (isBusy) return
    setBusy(true)
    const reply = await ask()
    setBusy(false)
    take(reply)
  }
  return { isAsking, isBusy, trouble, ask, take, save, stay }
}

function LimitWords({ limit, isOver, isRaise }: { limit: Limit; isOver: boolean; isRaise: boolean }) {
  const { window, own, most } = limit
  if (isOver) {
    return <p class="bad">{t('card.limits.over', { most: usd(most) })}</p>
  }
  return (
    <p>
      {dots(t(`card.limits.${window}`), t('card.limits.now', { now: usd(own ?? most) }))}
      <br />
      {isRaise ? t('card.limits.raise') : t('card.limits.most', { most: usd(most) })}
    </p>
  )
}
