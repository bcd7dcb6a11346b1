import { css } from 'goober'
import { useState } from 'react'
import { loginLog } from '../../../contract/account.ts'
import { go } from '../../hash-location.tsx'
import { later } from '../../later.tsx'
import { useMember } from '../../members-only.ts'
import type { PageProps } from '../../routes.ts'
import { refusalText, send } from '../../send.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Chip, Chips } from '../../ui/chip.tsx'
import { List } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Empty, ErrorView, Skeleton } from '../../ui/states.tsx'
import { useLoad } from '../../use-load.ts'
import { NotMe } from './parts/not-me.tsx'
import { SignInFacts, SignInRow, type SignIns } from './parts/sign-in-row.tsx'

const SessionList = later(() => import('./parts/session-list.tsx').then(part => part.SessionList))
const pageSize = 20
const tabs = ['log', 'sessions'] as const

/** Sign-ins and attempts, newest first; and where the account is signed in now. */
export default function LoginLog({ query }: PageProps) {
  const user = useMember()
  const tab = tabs.find(name => name === query.tab) ?? 'log'
  return (
    <Page title={t(tab === 'log' ? 'account.log.title' : 'account.sessions')}>
      {user && (
        <>
          <Chips label={t('account.log.title')}>
            {tabs.map(name => (
              <Chip
                key={name}
                isOn={name === tab}
                onPress={() => go('loginLog', { tab: name }, { replace: true })}
              >
                {t(name === 'log' ? 'account.log.title' : 'account.sessions')}
              </Chip>
            ))}
          </Chips>
          {tab === 'log' ? <Log /> : <SessionList />}
        </>
      )}
    </Page>
  )
}

function Log() {
  const first = useLoad(loginLog, { pageSize, page: 1 })
  const [more, add] = useState<SignIns>([])
  const [page, turn] = useState(1)
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)
  const [shown, show] = useState<SignIns[number] | null>(null)
  const rows = unique([...(first.data?.list ?? []), ...more])
  const total = first.data?.total ?? 0

  async function loadMore() {
    setBusy(true)
    say(null)
    const reply = await send(loginLog, { pageSize, page: page + 1 })
    setBusy(false)
    if (!reply.ok) return say(refusalText(reply))
    add([...more, ...reply.data.list])
    turn(page + 1)
  }

  if (first.state === 'loading') return <Skeleton rows={6} />
  if (!first.data) return <ErrorView text={first.refusal ?? undefined} onRetry={first.reload} />
  if (rows.length === 0) return <Empty icon="history" text={t('account.log.empty')} />
  return (
    <div class={box}>
      <p class="cap">{t('account.log.about')}</p>
      <List label={t('account.log.title')}>
        {rows.map(row => (
          <SignInRow key={row.id} row={row} onPress={() => show(row)} />
        ))}
      </List>
      <Notice text={notice} />
      {page * pageSize < total ? (
        <Button kind="plain" isBusy={isBusy} onPress={loadMore}>
          {t('account.log.more')}
        </Button>
      ) : (
        <p class="cap end">{t('account.log.end', { count: total })}</p>
      )}
      <Sheet isOpen={shown !== null} title={t('account.log.detail')} onClose={() => show(null)}>
        {shown && <SignInFacts row={shown} />}
        {shown && <NotMe row={shown} />}
      </Sheet>
    </div>
  )
}

/** A sign-in between two loads moves every row on by one. */
function unique(rows: SignIns): SignIns {
  return [...new Map(rows.map(row => [row.id, row])).values()]
}

const box = css`
  display: grid;
  gap: 16px;
  & .end {
    text-align: center;
  }
`
