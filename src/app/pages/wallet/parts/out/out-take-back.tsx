import { useState } from 'react'
import { transferOutCancel, type Withdrawal } from '../../../../../contract/withdrawal.ts'
import { send } from '../../../../send.ts'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { ownFigure } from './out-terms.tsx'

interface TakeBackProps {
  of: Withdrawal
  onTaken: (taken: Withdrawal) => void
  /** It was too late. */
  onLate: () => void
}

/** Takes a withdrawal back while nothing was signed, after a question. */
export function TakeBack({ of: { id, amount, currency }, onTaken, onLate }: TakeBackProps) {
  const [isOpen, open] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  async function takeBack() {
    setBusy(true)
    const reply = await send(transferOutCancel, { id })
    setBusy(false)
    open(false)
    feel(reply.ok ? 'success' : 'error')
    if (reply.ok) return onTaken(reply.data)
    if (reply.key === 'modify_failed')
      toast(t(isUnsent(reply.details) ? 'wallet.out.notNow' : 'wallet.out.tooLate'))
    else setTrouble(t('wallet.out.notTaken'))
    onLate()
  }

  return (
    <>
      <Notice tone="warn" text={trouble} />
      <Button kind="danger" onPress={() => open(true)}>
        {t('wallet.out.takeBack')}
      </Button>
      <Sheet isOpen={isOpen} title={t('wallet.out.takeBack')} onClose={() => open(false)}>
        <p>{t('wallet.out.takeBackText', { amount: ownFigure(amount, currency) })}</p>
        <Button kind="danger" isBusy={isBusy} onPress={takeBack}>
          {t('wallet.out.takeBack')}
        </Button>
        <Button kind="quiet" onPress={() => open(false)}>
          {t('wallet.out.keep')}
        </Button>
      </Sheet>
    </>
  )
}

/** It is refused for all, and not because this one was sent. */
function isUnsent(details: Record<string, unknown> | null | undefined): boolean {
  return ['review', 'queued', 'held'].includes(`${details?.status}`)
}
