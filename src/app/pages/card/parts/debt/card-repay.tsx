import { useState } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import type { Card } from '../../../../../contract/card.ts'
import { masterBudgetBalance, repayDebt } from '../../../../../contract/wallet.ts'
import { decide, undecided } from '../../../../decision/decision.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { depositMend } from '../../../../trouble/trouble.ts'
import { Button } from '../../../../ui/button.tsx'
import { Money } from '../../../../ui/money.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Result } from '../../../../ui/seal.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { Summary } from '../../../../ui/summary.tsx'
import { CardDecision } from '../card-decision.tsx'
import { isMore, less } from '../reckon.ts'
import { missingText } from '../trouble.ts'
import { owedOn } from './owed.ts'

type Repaid = Output<typeof repayDebt>

export interface RepayProps {
  card: Card
  onClose: () => void
  /** The card is to be read again. */
  onChange: () => void
}

/** The sheet in which all that a card owes is repaid from the wallet. */
export default function CardRepay({ card, onClose, onChange }: RepayProps) {
  const [repaid, setRepaid] = useState<Repaid | null>(null)
  const sent = undecided(repayDebt).find(({ id }) => id === card.id)
  const amount = sent?.amount ?? owedOn(card)
  function take(next: Repaid) {
    setRepaid(next)
    onChange()
  }
  return (
    <Sheet isOpen title={t('card.repay')} onClose={onClose}>
      {repaid ? (
        <Done repaid={repaid} onClose={onClose} />
      ) : amount === null ? (
        <Notice tone="pos" text={t('card.repay.none')} />
      ) : (
        <CardDecision
          card={card}
          confirm={t('card.repay.all')}
          movesMoney
          isSent={sent !== undefined}
          ask={pin => decide(repayDebt, { id: card.id, amount, pin })}
          onEnd={take}
          onRefused={onChange}
        >
          <Cost amount={amount} />
        </CardDecision>
      )}
    </Sheet>
  )
}

function Cost({ amount }: { amount: string }) {
  const wallet = useLoad(masterBudgetBalance, {}).data?.available ?? null
  const lack = wallet !== null && isMore(amount, wallet) ? less(amount, wallet) : null
  const mend = lack && depositMend(lack)
  return (
    <>
      <Summary
        items={[
          { label: t('card.owed'), value: <Money exact amount={amount} currency="USD" />, isTotal: true },
          wallet !== null && {
            label: t('card.move.walletNow'),
            value: <Money exact amount={wallet} currency="USDT" />,
          },
        ]}
      />
      <p class="cap">{t('card.repay.about')}</p>
      <Notice
        tone="warn"
        text={lack && missingText(lack)}
        action={mend && <a href={mend.href}>{mend.label}</a>}
      />
    </>
  )
}

function Done({
  repaid: { amount, walletAvailable, billId },
  onClose,
}: {
  repaid: Repaid
  onClose: () => void
}) {
  return (
    <>
      <Result state="done" title={t('card.repay.done')} />
      <Summary
        items={[
          { label: t('card.repay'), value: <Money exact amount={amount} currency="USD" />, isTotal: true },
          {
            label: t('card.move.walletLeft'),
            value: <Money exact amount={walletAvailable} currency="USDT" />,
          },
        ]}
      />
      <Button kind="plain" href={link('bill', { id: billId })}>
        {t('card.convert.bill')}
      </Button>
      <Button kind="quiet" onPress={onClose}>
        {t('sheet.close')}
      </Button>
    </>
  )
}
