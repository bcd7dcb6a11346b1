import { css } from 'goober'
import { t } from '../../../../state/locale.ts'
import { Section } from '../../../../ui/section.tsx'

/** What a match shows and what it does not, in plain words. */
export function Meaning() {
  return (
    <>
      <Section title={t('funds.shows')}>
        <ul class={points}>
          <li>{t('funds.shows.counted')}</li>
          <li>{t('funds.shows.same')}</li>
          <li>{t('funds.shows.fixed')}</li>
        </ul>
      </Section>
      <Section title={t('funds.not')}>
        <ul class={points}>
          <li>{t('funds.not.others')}</li>
          <li>{t('funds.not.solvent')}</li>
          <li>{t('funds.not.usd')}</li>
        </ul>
      </Section>
      <p class="cap">{t('funds.heldNote')}</p>
      <p class="cap">{t('funds.reveals')}</p>
    </>
  )
}

const points = css`
  display: grid;
  gap: 6px;
  padding-inline-start: 22px;
  list-style: disc;
  color: var(--text-2);
  font-size: .9375rem;
  line-height: 1.5rem;
`
