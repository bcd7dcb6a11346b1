import { useState } from 'react'
import { updateCardPIN } from '../../../../../contract/application.ts'
import type { Card } from '../../../../../contract/card.ts'
import { PinAsk } from '../../../../decision/pin-ask.tsx'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import type { Trouble } from '../../../../trouble/trouble.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { Button } from '../../../../ui/button.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { Spoken } from '../spoken.tsx'
import { troubleOf } from '../trouble.ts'
import { isCardPin } from './card-pin.ts'
import { NewCardPin } from './new-card-pin.tsx'

interface CardPinFormProps {
  card: Card
  onDone: (card: Card) => void
}

/** Another PIN for a card, proved by the fund PIN; unblocks a blocked one. */
export function CardPinForm(props: CardPinFormProps) {
  return <Spoken>{() => <Form {...props} />}</Spoken>
}

function Form({ card, onDone }: CardPinFormProps) {
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [isProving, prove] = useState(false)
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const isReady = isCardPin(pin) && again === pin

  if (isProving) {
    return (
      <PinAsk
        label={t('physical.pin.prove')}
        confirm={t('physical.pin.save')}
        ask={fundPin => send(updateCardPIN, { id: card.id, cardPin: pin, pin: fundPin })}
        onAnswer={reply => {
          prove(false)
          if (!reply.ok) return setTrouble(troubleOf(reply, { cardId: card.id }))
          feel('success')
          toast(t('physical.pin.saved'))
          onDone(reply.data)
        }}
        onReturn={() => prove(false)}
      />
    )
  }
  return (
    <>
      <p>{t('physical.pin.text')}</p>
      <NewCardPin
        pin={pin}
        again={again}
        onPin={setPin}
        onAgain={setAgain}
        onSubmit={() => isReady && prove(true)}
      />
      <TroubleNotice trouble={trouble} />
      <Button isDisabled={!isReady} onPress={() => prove(true)}>
        {t('card.next')}
      </Button>
    </>
  )
}
