import { useState } from 'react'
import { type Application, cancelPayApply } from '../../../../../contract/application.ts'
import { t } from '../../../../state/locale.ts'
import { TroubleNotice } from '../../../../trouble/trouble-notice.tsx'
import { amountText } from '../../../../ui/amount-text.ts'
import { Button } from '../../../../ui/button.tsx'
import { Sheet } from '../../../../ui/sheet.tsx'
import type { Applied } from './use-application.ts'
import { useApplyCall } from './use-apply-call.ts'

/** Cancels, once it was asked whether; says what comes back. */
export function ApplyCancel({ of, record: { id, payTime, total } }: { of: Applied; record: Application }) {
  const [isOpen, open] = useState(false)
  const { run, isBusy, trouble } = useApplyCall(of, () => open(false))
  return (
    <>
      <Button kind="quiet" onPress={() => open(true)}>
        {t('physical.cancel')}
      </Button>
      <Sheet isOpen={isOpen} title={t('physical.cancel.title')} onClose={() => open(false)}>
        <p>
          {payTime
            ? t('physical.cancel.paid', { total: amountText({ amount: total, currency: 'USDT' }) })
            : t('physical.cancel.unpaid')}
        </p>
        <TroubleNotice trouble={trouble} />
        <Button kind="danger" isBusy={isBusy} onPress={() => run(cancelPayApply, { id })}>
          {t('physical.cancel')}
        </Button>
        <Button kind="plain" onPress={() => open(false)}>
          {t('physical.cancel.no')}
        </Button>
      </Sheet>
    </>
  )
}
