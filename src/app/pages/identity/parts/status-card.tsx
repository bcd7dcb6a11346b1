import { css } from 'goober'
import { t } from '../../../state/locale.ts'
import { Icon } from '../../../ui/icon.tsx'
import { paper } from '../../../ui/paper.ts'
import type { CertStatus } from './use-kyc.ts'

const looks = {
  none: ['id-card', 'info'],
  draft: ['file-text', 'warn'],
  pending: ['clock', 'info'],
  reject: ['circle-alert', 'neg'],
  need_more: ['camera', 'warn'],
  approved: ['badge-check', 'pos'],
  expired: ['history', 'warn'],
} as const

interface StatusCardProps {
  status: CertStatus
  /** What the operator who decided wrote to the customer. */
  reason?: string | null | undefined
}

/** How the verification stands and what happens next. */
export function StatusCard({ status, reason }: StatusCardProps) {
  const [icon, tone] = looks[status]
  return (
    <section class={`${paper} ${card}`} data-tone={tone} role="status">
      <i>
        <Icon name={icon} />
      </i>
      <div>
        <h2>{t(`identity.status.${status}`)}</h2>
        {reason && (
          <p class="reason">
            <span class="sr">{t('identity.reason')}</span>
            {reason}
          </p>
        )}
        <p>{t(`identity.status.${status}Text`)}</p>
      </div>
    </section>
  )
}

const card = css`
  --tone: var(--info);
  --soft: var(--info-soft);
  display: flex;
  gap: 14px;
  padding: 16px;
  &[data-tone="warn"] {
    --tone: var(--warn);
    --soft: var(--warn-soft);
  }
  &[data-tone="neg"] {
    --tone: var(--neg);
    --soft: var(--neg-soft);
  }
  &[data-tone="pos"] {
    --tone: var(--pos);
    --soft: var(--pos-soft);
  }
  & i {
    display: grid;
    place-items: center;
    flex: none;
    width: 44px;
    height: 44px;
    border-radius: 14px;
    background: var(--soft);
    color: var(--tone);
  }
  & div {
    display: grid;
    flex: 1;
    gap: 8px;
    min-width: 0;
    align-content: start;
  }
  & h2 {
    font-size: 1.0625rem;
    line-height: 1.5rem;
  }
  & p {
    color: var(--text-2);
    font-size: .9375rem;
    line-height: 1.375rem;
  }
  & .reason {
    padding: 10px 12px;
    border-radius: 12px;
    background: var(--soft);
    color: var(--tone);
    overflow-wrap: anywhere;
  }
`
