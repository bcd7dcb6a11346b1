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
  const isTyping = kycDraft() !== null && kyc.certStatus === 'draft'
  const on = isTyping ? link('kyc', { back }) : wayOn(kyc, back)
  return (
    <Page
      title={t('identity.new.title')}
      footer={
        <>
          <Button href={on}>{t('identity.goOn')}</Button>
          <Restart back={back} />
        </>
      }
    >
      <StatusCard status={kyc.certStatus} reason={kyc.reason} />
      <Steps steps={stepsOf(kyc)} />
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
