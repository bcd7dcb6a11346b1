import { css } from 'goober'
import { useState } from 'react'
import { loginLog } from '../../../contract/account.ts'
import type { Output } from '../../../contract/call.ts'
import { date } from '../../format.ts'
import { link } from '../../hash-location.tsx'
import { useMember } from '../../members-only.ts'
import { refusalText, send } from '../../send.ts'
import { t } from '../../state/locale.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { List, Row } from '../../ui/list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Empty, ErrorView, Skeleton } from '../../ui/states.tsx'
import { useLoad } from '../../use-load.ts'

type SignIns = Output<typeof loginLog>['list']
const pageSize = 20

/** Sign-ins and attempts, newest first. */
export default function LoginLog() {
  return <Page title={t('account.log.title')}>{useMember() && <Log />}</Page>
}

function Log() {
  const first = useLoad(loginLog, { pageSize, page: 1 })
  const [more, add] = useState<SignIns>([])
  const [page, turn] = useState(1)
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)
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
          <SignIn key={row.id} row={row} />
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
      <Button kind="quiet" href={link('updatePassword')}>
        {t('account.log.notMe')}
      </Button>
    </div>
  )
}

function SignIn({ row: { time, device, ip, method, success } }: { row: SignIns[number] }) {
  const way = method === 'telegram' || method === 'register' ? method : 'password'
  return (
    <Row
      icon={success ? 'circle-check' : 'ban'}
      {...(success ? {} : { tone: 'neg' as const })}
      title={device}
      note={
        <>
          {`${t(`account.log.${way}`)} · ${date(time, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit' })}`}
          <br />
          <bdi class="num">{ip}</bdi>
        </>
      }
      value={
        success ? (
          <span class="sr">{t('account.log.success')}</span>
        ) : (
          <Chip tone="neg">{t('account.log.failed')}</Chip>
        )
      }
    />
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
