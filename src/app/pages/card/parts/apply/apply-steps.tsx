import { t } from '../../../../state/locale.ts'
import { Progress } from '../../../../ui/steps.tsx'

/** Which of the three steps this is. */
export function ApplySteps({ now }: { now: 1 | 2 | 3 }) {
  const label = t('physical.step', { now, name: t(`physical.step.${now}`) })
  return (
    <div>
      <p class="cap" style="padding-bottom:8px">
        {label}
      </p>
      <Progress value={now} max={3} />
    </div>
  )
}
