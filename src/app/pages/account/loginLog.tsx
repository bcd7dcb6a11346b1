import { css } from 'goober'
import { useState } from 'react'
import { loginLog } from '../../../contract/account.ts'
import { later } from '../../chunks/later.tsx'
import { usePages } from '../../loading/use-pages.ts'
import { go } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { feel } from '../../telegram/telegram.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, Chips } from '../../ui/chip.tsx'
import { List } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, ErrorView, Skeleton } from '../../ui/states.tsx'
import { NotMe } from './parts/security/not-me.tsx'
import { SignInRow, SignInSummary, type SignIns } from './parts/security/sign-in-row.tsx'

const SessionList = later(() => import('./parts/security/session-list.tsx').then(part => part.SessionList))
const tabs = ['log', 'sessions'] as const

/** Sign-ins and attempts, newest first; and where the account is signed in now. */
export default function LoginLog({ query }: PageProps) {
  const user = useMember()
  const tab = tabs.find(name => name === query.tab) ?? 'log'
  return (
    <Page title={t(tab === 'log' ? 'account.log.title' : 'account.sessions')}>
      {user && (
        <>
          <div class={segments} role="group" aria-label={t('account.log.title')}>
            {tabs.map(name => (
              <button
                key={name}
                type="button"
                aria-pressed={name === tab}
                onClick={() => go('loginLog', { tab: name }, { replace: true })}
              >
                {t(name === 'log' ? 'account.log.title' : 'account.sessions')}
              </button>
            ))}
          </div>
          {tab === 'log' ? <Log /> : <SessionList />}
        </>
      )}
    </Page>
  )
}

const filters = {
  all: {},
  failed: { success: false },
  password: { method: 'password' },
  telegram: { method: 'telegram' },
  passkey: { method: 'passkey' },
} as const
const filterNames = Object.keys(filters) as (keyof typeof filters)[]

function Log() {
  const [chosen, choose] = useState<keyof typeof filters>('all')

  function filter(name: typeof chosen) {
    feel('selection')
    choose(name)
  }

  return (
    <>
      <Chips label={t('account.log.filters')}>
        {filterNames.map(name => (
          <Chip key={name} isOn={name === chosen} onPress={() => filter(name)}>
            {t(`account.log.${name}`)}
          </Chip>
        ))}
      </Chips>
      <Entries key={chosen} chosen={chosen} />
    </>
  )
}

function Entries({ chosen }: { chosen: keyof typeof filters }) {
  const { first, rows, total, hasMore, isBusy, notice, more } = usePages(loginLog, {
    pageSize: 20,
    keyOf: row => row.id,
    filter: filters[chosen],
  })
  const [shown, show] = useState<SignIns[number] | null>(null)

  if (first.state === 'loading') return <Skeleton rows={6} />
  if (!first.data) return <ErrorView text={first.refusal} status={first.status} onRetry={first.reload} />
  if (rows.length === 0) {
    return <Empty icon="history" text={t(chosen === 'all' ? 'account.log.empty' : 'account.log.none')} />
  }
  return (
    <div class={box}>
      <p class="cap">{t('account.log.about')}</p>
      <List label={t('account.log.title')}>
        {rows.map(row => (
          <SignInRow key={row.id} row={row} onPress={() => show(row)} />
        ))}
      </List>
      <Notice text={notice} />
      {hasMore ? (
        <Button kind="plain" isBusy={isBusy} onPress={more}>
          {t('account.log.more')}
        </Button>
      ) : (
        <p class="cap end">{t('account.log.end', { count: total })}</p>
      )}
      <Sheet isOpen={shown !== null} title={t('account.log.detail')} onClose={() => show(null)}>
        {shown && <SignInSummary row={shown} />}
        {shown && <NotMe row={shown} />}
      </Sheet>
    </div>
  )
}

const segments = css`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  padding: 4px;
  border-radius: 14px;
  background: var(--sunken);
  & button {
    min-height: 44px;
    padding: 4px 8px;
    border-radius: 10px;
    color: var(--text-2);
    font-size: .9375rem;
    overflow-wrap: anywhere;
  }
  & [aria-pressed="true"] {
    background: var(--surface);
    box-shadow: 0 0 0 1px var(--line);
    color: var(--text);
    font-weight: 600;
  }
`
const box = css`
  display: grid;
  gap: 16px;
  & .end {
    text-align: center;
  }
`
