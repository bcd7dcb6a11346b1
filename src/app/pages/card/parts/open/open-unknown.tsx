import { getCardType, type openCard } from '../../../../../contract/card.ts'
import type { Undecided } from '../../../../decision/decision.ts'
import { UnknownPage } from '../../../../decision/unknown-page.tsx'
import { useLoad } from '../../../../loading/use-load.ts'
import type { Reply } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { kindName } from '../../../../ui/kind-name.ts'
import { Money } from '../../../../ui/money.tsx'

interface OpenUnknownProps {
  open: Undecided<typeof openCard>
  ask: (pin: string) => Promise<Reply<typeof openCard>>
  onAnswer: (reply: Reply<typeof openCard>) => void
  onDropped: () => void
}

/** A card that was ordered, whichever it is, and is without an answer. */
export function OpenUnknown({
  open: { cardTypeId, rechargeAmount, total, requestId },
  ...answers
}: OpenUnknownProps) {
  const kind = useLoad(getCardType, { id: cardTypeId }).data
  return (
    <UnknownPage
      title={t('card.pay.title')}
      items={[
        { label: t('card.kind'), value: kind && kindName(kind.name) },
        { label: t('card.pay.first'), value: usdt(rechargeAmount) },
        { label: t('card.total'), value: usdt(total), isTotal: true },
      ]}
      requestId={requestId}
      {...answers}
    />
  )
}

function usdt(amount: string | undefined) {
  return amount && <Money exact amount={amount} currency="USDT" />
}
