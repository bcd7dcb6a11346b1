import { UnknownPage } from '../../../../decision/unknown-page.tsx'
import { keepDraft } from '../../../../forms/draft.ts'
import { fromHere } from '../../../../routing/from-here.ts'
import { t } from '../../../../state/locale.ts'
import { isUnknown, type Trouble } from '../../../../trouble/trouble.ts'
import { Money } from '../../../../ui/money.tsx'
import { OutAddress } from './out-address.tsx'
import { draftOn, type Open, outTrouble, sendOut } from './out-send.ts'

interface OutUnknownProps {
  open: Open
  /** The answer was no: nothing was sent, and why. */
  onEnd: (why: Trouble | null) => void
}

/** A withdrawal that was decided and is without an answer: asked again with the same key, and never twice. */
export function OutUnknown({ open, onEnd }: OutUnknownProps) {
  const { currency, chain, address, amount, receive } = open

  const go = fromHere()

  function take(reply: Awaited<ReturnType<typeof sendOut>>) {
    if (isUnknown(reply)) return
    keepDraft(draftOn(open), reply.ok ? null : { typed: amount })
    if (!reply.ok) return onEnd(outTrouble(reply, open))
    keepDraft(`to ${chain}`, null)
    go('transferOut', { id: reply.data.id }, { replace: true })
  }

  return (
    <UnknownPage
      title={t('wallet.out.title', { coin: currency })}
      items={[
        { label: t('wallet.out.address'), value: <OutAddress address={address} /> },
        { label: t('wallet.in.network'), value: chain },
        { label: t('wallet.out.arrives'), value: <Money exact amount={receive} currency={currency} /> },
        { label: t('wallet.out.leaves'), value: <Money exact amount={amount} currency={currency} /> },
      ]}
      requestId={open.requestId}
      ask={pin => sendOut(open, pin)}
      onAnswer={take}
      onDropped={() => onEnd(null)}
    />
  )
}
