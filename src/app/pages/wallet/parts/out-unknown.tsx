import { useState } from 'react'
import { keepDraft } from '../../../draft.ts'
import { go } from '../../../hash-location.tsx'
import { PinAsk } from '../../../pin-ask.tsx'
import { t } from '../../../state/locale.ts'
import { isUnknown, type Trouble } from '../../../trouble.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Money } from '../../../ui/money.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { UnknownPage } from '../../../unknown-page.tsx'
import { OutAddress } from './out-address.tsx'
import { draftOn, type Open, outTrouble, sendOut } from './out-send.ts'

export interface OutUnknownProps {
  open: Open
  /** The answer was no: nothing was sent, and why. */
  onEnd: (why: Trouble | null) => void
}

/** A withdrawal that was decided and is without an answer: asked again with the same key, and never twice. */
export function OutUnknown({ open, onEnd }: OutUnknownProps) {
  const [isAsking, ask] = useState(false)
  const { currency, chain, address, amount, receive } = open

  function take(reply: Awaited<ReturnType<typeof sendOut>>) {
    ask(false)
    if (isUnknown(reply)) return
    keepDraft(draftOn(address), reply.ok ? null : { typed: amount })
    if (!reply.ok) return onEnd(outTrouble(reply, open))
    keepDraft(`to ${chain}`, null)
    go('transferOut', { id: reply.data.id }, { replace: true })
  }

  return (
    <UnknownPage title={t('wallet.out.title', { coin: currency })} onAsk={() => ask(true)}>
      <Facts
        label={t('wallet.out.confirm')}
        facts={[
          { label: t('wallet.out.address'), value: <OutAddress address={address} /> },
          { label: t('wallet.out.arrives'), value: <Money exact amount={receive} currency={currency} /> },
          { label: t('wallet.out.leaves'), value: <Money exact amount={amount} currency={currency} /> },
        ]}
      />
      <Sheet isOpen={isAsking} title={t('pin.title')} onClose={() => ask(false)}>
        <PinAsk
          label={t('wallet.out.pin')}
          confirm={t('unknown.ask')}
          ask={pin => sendOut(open, pin)}
          onAnswer={take}
        />
      </Sheet>
    </UnknownPage>
  )
}
