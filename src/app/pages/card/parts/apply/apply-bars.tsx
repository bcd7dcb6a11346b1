import { css } from 'goober'
import type { Application } from '../../../../../contract/application.ts'
import { approveDays } from '../../../../../contract/promises.ts'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { paper } from '../../../../ui/paper.ts'
import { Progress } from '../../../../ui/steps.tsx'
import { type Wait, waitsOf } from './apply-timeline.ts'

/** The two promises, 14 days each: approval, then making and handing to the carrier. */
export function ApplyBars({ record }: { record: Application }) {
  const [approval, shipping] = waitsOf(record)
  const isLate = approval.isLate || shipping.isLate
  return (
    <>
      <div class={`${paper} ${box}`}>
        <Bar label={t('physical.bar.approval')} wait={approval} />
        <Bar label={t('physical.bar.shipping')} wait={shipping} />
      </div>
      <Notice
        tone="warn"
        text={isLate ? t('physical.late', { days: approveDays }) : null}
        action={<a href={link('service')}>{t('mend.service')}</a>}
      />
    </>
  )
}

function Bar({ label, wait: { day, of, isOver } }: { label: string; wait: Wait }) {
  return (
    <div>
      <p>
        <span>{label}</span>
        <span class="cap num">
          {isOver
            ? t('physical.bar.done', { day })
            : day
              ? t('physical.bar.day', { day, of })
              : t('physical.bar.next', { of })}
        </span>
      </p>
      <Progress value={isOver ? of : day} max={of} />
    </div>
  )
}

const box = css`
  display: grid;
  gap: 14px;
  padding: 14px 16px;
  & p {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    gap: 2px 12px;
    padding-bottom: 8px;
  }
`
