import { css } from 'goober'
import { later } from '../../chunks/later.tsx'
import { InstallRow } from '../../install/install-row.tsx'
import { link } from '../../routing/hash-location.tsx'
import type { PageProps } from '../../routing/routes.ts'
import { loadWords, t } from '../../state/locale.ts'
import { Chip } from '../../ui/chip.tsx'
import { List, Row } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { useNewAgreements } from './parts/agreements/new-agreements.ts'
import { VersionCheck } from './parts/version-check.tsx'

const Funds = later(async () => {
  const [{ Funds }] = await Promise.all([import('./parts/funds/funds.tsx'), loadWords('funds')])
  return Funds
})

const agreements = ['service', 'privacy', 'card', 'fees', 'risk'] as const

/** What this app is, how new it is, and what holds between us; with `funds`, what customers are owed, day by day. */
export default function About({ query }: PageProps) {
  if (!query.funds) return <Whole />
  return (
    <Page key="funds" title={t('help.funds')}>
      <Funds day={query.funds} />
    </Page>
  )
}

function Whole() {
  const fresh = useNewAgreements()
  return (
    <Page title={t('help.about')}>
      <div class={brand}>
        <i aria-hidden="true">釉</i>
        <b>Glaze</b>
        <p class="cap num">{t('help.version', { version: __VERSION__ })}</p>
      </div>
      <VersionCheck version={__VERSION__} />
      <List label={t('help.agreements')}>
        {agreements.map(key => (
          <Row
            key={key}
            icon="file-text"
            title={t(`help.agreement.${key}`)}
            href={link('info', { key })}
            note={fresh.includes(key) ? <Chip tone="info">{t('help.agreement.new')}</Chip> : undefined}
          />
        ))}
      </List>
      <List label={t('help.service')}>
        <Row icon="circle-help" title={t('help.questions')} href={link('questionAndAnswer')} />
        <Row
          icon="shield-check"
          title={t('help.funds')}
          note={t('help.funds.note')}
          href={link('about', { funds: 1 })}
        />
        <Row icon="languages" title={t('help.terms')} href={link('info', { key: 'terms' })} />
        <Row icon="headset" title={t('help.service')} href={link('service')} />
        <Row icon="message-square" title={t('help.feedback')} href={link('feedback')} />
      </List>
      <List label={t('help.licences')}>
        <Row icon="book-open" title={t('help.licences')} href={link('info', { key: 'licences' })} />
      </List>
      <InstallRow isAlways />
      <section class={small}>
        <h2>{t('help.accessibility')}</h2>
        <p>{t('help.accessibility.text')}</p>
        <p>{t('help.accessibility.limits')}</p>
        <a href={link('feedback')}>{t('help.accessibility.tell')}</a>
      </section>
    </Page>
  )
}

const brand = css`
  display: grid;
  gap: 4px;
  justify-items: center;
  padding: 16px 0 8px;
  & i {
    display: grid;
    place-items: center;
    width: 4.75rem;
    height: 4.75rem;
    margin-bottom: 8px;
    border-radius: 24px;
    background: radial-gradient(120% 140% at 15% 0, #c9ded3, #7fae9e);
    color: #14352e;
    font-size: 2.25rem;
    font-style: normal;
    font-weight: 600;
  }
  & b {
    font-size: 1.25rem;
    line-height: 1.75rem;
  }
`
const small = css`
  display: grid;
  gap: 6px;
  padding: 8px 4px;
  color: var(--text-3);
  font-size: .8125rem;
  line-height: 1.25rem;
  & h2 {
    font-size: .875rem;
    color: var(--text-2);
  }
  & a {
    display: grid;
    align-items: center;
    min-height: 44px;
    color: var(--accent);
    font-weight: 600;
  }
`
