import { css } from 'goober'
import { link } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { Icon } from '../../../ui/icon.tsx'
import { paper } from '../../../ui/paper.ts'
import { findingText } from './finding-text.ts'
import { sideName } from './side-name.ts'
import type { Kyc } from './use-kyc.ts'
import { uploadPage } from './way.ts'

/** Which pictures are to be sent, and what was noticed on those that are there; each leads to its retake while it can. */
export function Findings({ kyc, back }: { kyc: Kyc; back: string | undefined }) {
  const { docType, missing, findings, certStatus } = kyc
  if (!docType) return null
  const wanted = certStatus === 'need_more' ? missing : []
  const canRetake = certStatus !== 'pending'
  if (wanted.length + findings.length === 0) return null
  return (
    <section class={box}>
      <h2>{t(wanted.length > 0 ? 'identity.wanted' : 'identity.noticed')}</h2>
      <ul class={paper}>
        {wanted.map(side => (
          <li key={side}>
            <Icon name="camera" size={20} />
            <span>{sideName(docType, side)}</span>
          </li>
        ))}
        {findings.map(({ side, what }) => (
          <li key={side + what}>
            <Icon name="triangle-alert" size={20} />
            <span>
              {sideName(docType, side)}
              <span class="cap">{findingText(what)}</span>
            </span>
            {canRetake && <a href={link(uploadPage(docType), { side, back })}>{t('identity.photo.again')}</a>}
          </li>
        ))}
      </ul>
      {certStatus === 'pending' && <p class="cap">{t('identity.noticedPending')}</p>}
    </section>
  )
}

const box = css`
  display: grid;
  gap: 8px;
  & h2 {
    font-size: 1.0625rem;
    line-height: 1.5rem;
  }
  & ul {
    padding: 4px 16px;
  }
  & li {
    display: flex;
    gap: 12px;
    align-items: center;
    padding: 11px 0;
  }
  & li + li {
    border-top: 1px solid var(--line);
  }
  & svg {
    flex: none;
    color: var(--warn);
  }
  & li > span {
    flex: 1;
    min-width: 0;
  }
  & .cap {
    display: block;
  }
  & a {
    flex: none;
    padding: 11px 0;
    margin: -11px 0;
    font-weight: 600;
  }
`
