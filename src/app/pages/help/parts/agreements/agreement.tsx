import { css } from 'goober'
import { useState } from 'react'
import { date, startOf } from '../../../../display/calendar.ts'
import { language, t, wireLanguage } from '../../../../state/locale.ts'
import { isSignedIn } from '../../../../state/session.ts'
import { Chip, Chips } from '../../../../ui/chip.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Page } from '../../../../ui/page.tsx'
import { paper } from '../../../../ui/paper.ts'
import { Empty, ErrorView } from '../../../../ui/states.tsx'
import { type Agreement, type Edition, useAgreement } from '../param.ts'
import { Acceptance } from './acceptance.tsx'

const names = ['service', 'privacy', 'card', 'fees', 'risk'] as const

/** An agreement on a page of its own, in the language of the interface or in the other one. */
export function AgreementPage({ name }: { name: string }) {
  const [isOther, setOther] = useState(false)
  const own = wireLanguage()
  const lang = isOther ? (own === 'zh' ? 'en' : 'zh') : own
  const loaded = useAgreement(name, lang)
  const isStale = loaded.data !== null && loaded.state === 'loading'
  const known = names.find(key => key === name)
  const title = loaded.data?.title ?? (known ? t(`help.agreement.${known}`) : t('help.document'))

  return (
    <Page
      title={title}
      action={
        <button
          type="button"
          class={other}
          lang={lang === 'zh' ? 'en' : 'zh-Hans'}
          onClick={() => setOther(!isOther)}
        >
          {lang === 'zh' ? 'English' : '中文'}
        </button>
      }
    >
      {loaded.state === 'failed' && (
        <ErrorView text={loaded.refusal} status={loaded.status} onRetry={loaded.reload} />
      )}
      {loaded.state === 'loading' && !loaded.data && <Bones />}
      {loaded.state === 'ready' && !loaded.data && (
        <Empty icon="file-text" text={t('help.document.missing')} />
      )}
      {loaded.data && <Text of={loaded.data} lang={lang} isStale={isStale} />}
      {loaded.data && isSignedIn.value && <Acceptance name={name} />}
    </Page>
  )
}

/** The text in force; where others are to come, with the day of the next one, what can be done, and each to be read. */
function Text({ of: now, lang, isStale }: { of: Agreement; lang: 'zh' | 'en'; isStale: boolean }) {
  const [chosen, choose] = useState(now.version)
  const coming = after(now)
  const [next] = coming
  const of = coming.find(({ version }) => version === chosen) ?? now
  return (
    <>
      {next && (
        <>
          <Notice tone="info" text={t('help.coming', spoken(next))} />
          <Chips label={t('help.versions')}>
            {[now, ...coming].map(edition => (
              <Chip key={edition.version} isOn={edition === of} onPress={() => choose(edition.version)}>
                {t(edition === now ? 'help.versions.now' : 'help.versions.from', spoken(edition))}
              </Chip>
            ))}
          </Chips>
        </>
      )}
      <article
        class={`${paper} ${box}`}
        lang={lang === 'zh' ? 'zh-Hans' : 'en'}
        aria-busy={isStale || undefined}
      >
        <p class="cap" lang={language.value}>
          <Chip tone={of === now ? 'pos' : 'info'}>{t(of === now ? 'help.inForce' : 'help.toCome')}</Chip>{' '}
          {t('help.document.version', spoken(of))}
        </p>
        {of.changed.length > 0 && (
          <section class="changed">
            <h2>{t('help.changed')}</h2>
            <ul>
              {of.changed.map(line => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
        )}
        {of.sections.map(({ heading, text }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            {text.split('\n').map(paragraph => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </article>
    </>
  )
}

/** The versions to come after one, in their order. */
function after({ coming }: Edition): Edition[] {
  return coming ? [coming, ...after(coming)] : []
}

function spoken({ version, date: from }: Edition) {
  return { version, date: date(startOf(from)) }
}

function Bones() {
  return (
    <div class={`${paper} ${box}`} aria-busy="true">
      <span class="sr">{t('state.loading')}</span>
      {[60, 100, 96, 88, 100, 72].map(width => (
        <span key={width} class="bone" style={`width:${width}%;height:16px`} />
      ))}
    </div>
  )
}

const other = css`
  display: grid;
  place-items: center;
  min-width: 44px;
  min-height: 44px;
  color: var(--accent);
  font-size: .9375rem;
  font-weight: 600;
`
const box = css`
  display: grid;
  gap: 20px;
  padding: 20px 18px 24px;
  & section {
    display: grid;
    gap: 8px;
  }
  & section p {
    color: var(--text-2);
    font-size: .9375rem;
    line-height: 1.625rem;
  }
  & h2 {
    font-size: 1.0625rem;
    line-height: 1.5rem;
  }
  & .changed {
    padding: 12px 14px;
    border-radius: 14px;
    background: var(--info-soft);
    color: var(--info);
    font-size: .9375rem;
  }
  & ul {
    display: grid;
    gap: 4px;
    padding-inline-start: 18px;
    list-style: disc;
  }
`
