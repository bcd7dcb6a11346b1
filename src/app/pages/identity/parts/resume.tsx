import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { type Step, Steps } from '../../../ui/steps.tsx'
import { kycDraft } from './kept.ts'
import { Restart } from './restart.tsx'
import { StatusCard } from './status-card.tsx'
import type { Kyc } from './use-kyc.ts'
import { wayOn } from './way.ts'

/** A verification that was begun before: how far it is, and the way on. */
export function Resume({ kyc, back }: { kyc: Kyc; back: string | undefined }) {
  const isOpen = kyc.certStatus === 'draft' || kyc.certStatus === 'need_more'
  const isTyping = kycDraft() !== null && kyc.certStatus === 'draft'
  const on = isOpen && !isTyping ? wayOn(kyc, back) : link('kyc', { back })
  return (
    <Page
      title={t('identity.new.title')}
      footer={
        <>
          <Button href={on}>{t(isOpen ? 'identity.goOn' : 'identity.seeStatus')}</Button>
          {isOpen && <Restart back={back} />}
        </>
      }
    >
      <StatusCard status={kyc.certStatus} reason={kyc.reason} />
      {isOpen && <Steps steps={stepsOf(kyc)} />}
    </Page>
  )
}

function stepsOf({ profile, docType, uploaded, missing }: Kyc): Step[] {
  const pictures = docType ? [...uploaded, ...missing] : []
  const steps: Step[] = [
    { label: t('identity.profile'), state: profile ? 'done' : 'now' },
    ...(['front', 'back', 'hold'] as const)
      .filter(side => pictures.includes(side))
      .map(side => ({
        label: t(side === 'front' && docType === 'passport' ? 'identity.side.page' : `identity.side.${side}`),
        state: uploaded.includes(side)
          ? ('done' as const)
          : side === missing[0]
            ? ('now' as const)
            : ('next' as const),
      })),
    { label: t('identity.review.now'), state: 'next' },
  ]
  return steps
}
