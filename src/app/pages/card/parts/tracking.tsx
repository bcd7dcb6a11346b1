import { t } from '../../../state/locale.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Section } from '../../../ui/section.tsx'
import { Summary } from '../../../ui/summary.tsx'

/** Who carries a card, and under what number, to copy. */
export function Tracking({ of: { carrier, number } }: { of: { carrier: string; number: string } }) {
  return (
    <Section title={t('physical.tracking')}>
      <Summary
        items={[
          { label: t('physical.carrier'), value: carrier },
          {
            label: t('physical.number'),
            value: (
              <>
                {number}{' '}
                <CopyButton text={number} label={t('physical.number')}>
                  {t('physical.copy')}
                </CopyButton>
              </>
            ),
          },
        ]}
      />
    </Section>
  )
}
