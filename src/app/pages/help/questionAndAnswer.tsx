import { css } from 'goober'
import { useState } from 'react'
import { link } from '../../routing/hash-location.tsx'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { paper } from '../../ui/paper.ts'
import { Empty, ErrorView, Skeleton } from '../../ui/states.tsx'
import { find, grouped, type Question } from './parts/find.ts'
import { Helped } from './parts/helped.tsx'
import { useQuestions } from './parts/questions.ts'

/** Questions and answers: `?q=` opens one by its id, or searches for it. */
export default function QuestionAndAnswer({ query }: PageProps) {
  const loaded = useQuestions()
  const { q = '' } = query
  const opened = loaded.data?.find(({ id }) => id === q)
  const [typed, type] = useState<string | null>(null)
  const words = typed ?? (loaded.data && !opened ? q : '')
  const found = find(loaded.data ?? [], words)

  return (
    <Page title={t('help.questions')}>
      <Field
        label={t('help.search')}
        type="search"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        placeholder={t('help.search.example')}
        value={words}
        onInput={type}
      />
      {loaded.state === 'failed' && !loaded.data && (
        <ErrorView text={loaded.refusal} status={loaded.status} onRetry={loaded.reload} />
      )}
      {loaded.state === 'loading' && !loaded.data && <Skeleton rows={6} />}
      <p class="sr" role="status">
        {typed ? t('help.found', { count: found.length }) : null}
      </p>
      {loaded.data && found.length === 0 && (
        <Empty icon="search" text={t('help.nothing')}>
          <Button kind="plain" href={link('service')}>
            {t('help.service')}
          </Button>
        </Empty>
      )}
      {grouped(found).map(([group, questions]) => (
        <section key={group} class={`${paper} ${box}`}>
          <h2>{group}</h2>
          {questions.map(question => (
            <Answer
              key={question.id}
              of={question}
              isOpen={question.id === opened?.id || found.length === 1}
            />
          ))}
        </section>
      ))}
      <Button kind="quiet" href={link('info', { key: 'terms' })}>
        {t('help.terms')}
      </Button>
      {found.length > 0 && (
        <Button kind="quiet" href={link('feedback')}>
          {t('help.more')}
        </Button>
      )}
    </Page>
  )
}

function Answer({ of, isOpen }: { of: Question; isOpen: boolean }) {
  const { question, answer } = of
  const [wasOpen] = useState(isOpen)
  return (
    <details
      open={wasOpen || isOpen}
      ref={element => {
        if (wasOpen && element && !element.dataset.seen) {
          element.dataset.seen = ''
          element.scrollIntoView?.({ block: 'center' })
        }
      }}
    >
      <summary>
        <span>{question}</span>
        <Icon name="chevron-down" size={20} />
      </summary>
      <p>{answer}</p>
      <Helped of={of} />
    </details>
  )
}

const box = css`
  overflow: hidden;
  & h2 {
    padding: 14px 16px 6px;
    font-size: .875rem;
    line-height: 1.25rem;
    font-weight: 500;
    color: var(--text-3);
  }
  & details + details {
    border-top: 1px solid var(--line);
  }
  & summary {
    display: flex;
    gap: 12px;
    align-items: center;
    justify-content: space-between;
    min-height: 56px;
    padding: 12px 16px;
    cursor: pointer;
    list-style: none;
  }
  & summary::-webkit-details-marker {
    display: none;
  }
  & summary:focus-visible {
    outline-offset: -2px;
  }
  & summary svg {
    flex: none;
    color: var(--text-3);
    transition: rotate .12s;
  }
  & [open] summary {
    font-weight: 600;
  }
  & [open] summary svg {
    rotate: 180deg;
  }
  & details p {
    padding: 0 16px 16px;
    color: var(--text-2);
    font-size: .9375rem;
    line-height: 1.5rem;
    white-space: pre-line;
  }
`
