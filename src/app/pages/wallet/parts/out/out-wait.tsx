import { css } from 'goober'
import type { Output } from '../../../../../contract/call.ts'
import type { transferOutQuote } from '../../../../../contract/withdrawal.ts'
import { dateTime } from '../../../../display/calendar.ts'
import { t } from '../../../../state/locale.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { clock, useLeft } from './out-left.ts'

type Wait = NonNullable<Output<typeof transferOutQuote>['wait']>

/** Why money may not leave yet, how long that lasts, and what can be done meanwhile. Told once; the clock runs silently. */
export function OutWait({ wait }: { wait: Wait }) {
  const { why, until, leftSeconds } = wait
  const left = useLeft(wait, leftSeconds)
  return (
    <section class={box}>
      <p role="status">
        <Icon name="clock" size={20} />
        <span>{t(`wallet.out.wait.${why}`, { time: dateTime(until) })}</span>
      </p>
      <p class="clock num" role="timer" aria-live="off" aria-label={t('wallet.out.wait.left')}>
        {left > 0 ? clock(left) : t('wallet.out.wait.soon')}
      </p>
      <p class="meanwhile">{t(`wallet.out.meanwhile.${why}`)}</p>
    </section>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  padding: 12px 14px;
  border-radius: 14px;
  background: var(--warn-soft);
  color: var(--warn);
  font-size: .9375rem;
  line-height: 1.375rem;
  & p:first-child {
    display: flex;
    gap: 10px;
  }
  & svg {
    flex: none;
  }
  & .clock {
    padding-inline-start: 30px;
    font-size: 1.5rem;
    line-height: 2rem;
    font-weight: 600;
  }
  & .meanwhile {
    padding-inline-start: 30px;
    font-size: .875rem;
    line-height: 1.25rem;
  }
`
