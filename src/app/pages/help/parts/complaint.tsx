import { css } from 'goober'
import { t } from '../../../state/locale.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { ErrorView } from '../../../ui/states.tsx'
import { useParam } from './param.ts'

/** What to do when we did not help. */
export function Complaint() {
  const { data, state, refusal, status, reload } = useParam('service/complaint')
  if (!data) {
    return state === 'failed' ? (
      <section class={box}>
        <h2>{t('help.complaint')}</h2>
        <ErrorView text={refusal} status={status} onRetry={reload} />
      </section>
    ) : null
  }
  const { email, steps } = data
  return (
    <section class={box}>
      <h2>{t('help.complaint')}</h2>
      <ol>
        {steps.map(step => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p>
        <a href={`mailto:${email}`}>
          <bdi>{email}</bdi>
        </a>
        <CopyButton text={email} label={t('help.complaint.email')} />
      </p>
    </section>
  )
}

const box = css`
  display: grid;
  gap: 8px;
  padding-top: 8px;
  & h2 {
    font-size: 1.0625rem;
  }
  & ol {
    display: grid;
    gap: 8px;
    color: var(--text-2);
    font-size: .9375rem;
    line-height: 1.5rem;
    text-wrap: pretty;
  }
  & p {
    display: flex;
    align-items: center;
    gap: 4px;
  }
  & a {
    display: grid;
    place-items: center;
    min-height: 44px;
    overflow-wrap: anywhere;
  }
`
