import { css } from 'goober'
import { useState } from 'react'
import type { UserInfo } from '../../../contract/account.ts'
import { deletionCheck } from '../../../contract/deletion.ts'
import { useLoad } from '../../loading/use-load.ts'
import { renewUser } from '../../renew-user.ts'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ErrorView, Skeleton } from '../../ui/states.tsx'
import { Checklist } from './parts/checklist.tsx'
import { ExportData } from './parts/export-data.tsx'
import { Kept } from './parts/kept.tsx'
import { LeaveForm } from './parts/leave-form.tsx'
import { Waiting } from './parts/waiting.tsx'

/** Leaving for good: what stands in the way, what it means, and fifteen days to think again. */
export default function CannelAccount({ query }: PageProps) {
  const user = useMember()
  const isExport = query.part === 'export'
  return (
    <Page title={t(isExport ? 'deletion.export.title' : 'deletion.title')}>
      {user && (isExport ? <ExportData user={user} isAlone /> : <Leaving user={user} />)}
    </Page>
  )
}

function Leaving({ user }: { user: UserInfo }) {
  const { data, state, refusal, status, reload } = useLoad(deletionCheck, {})
  const [isUndone, undo] = useState(false)

  async function renew() {
    reload()
    await renewUser()
  }

  if (state === 'loading') return <Skeleton rows={6} />
  if (!data) return <ErrorView text={refusal} status={status} onRetry={reload} />
  if (data.deletion) {
    const backAgain = () => {
      undo(true)
      renew()
    }
    return (
      <>
        <Waiting deletion={data.deletion} onUndone={backAgain} />
        <ExportData user={user} />
      </>
    )
  }
  return (
    <div class={box}>
      <Notice tone="pos" text={isUndone ? t('deletion.undone') : null} />
      <Notice tone="warn" text={data.stopped && !isUndone ? t('deletion.stopped') : null} />
      <p>{t('deletion.about')}</p>
      <Checklist obstacles={data.obstacles} onRenew={reload} />
      <Kept />
      <ExportData user={user} />
      {data.isReady ? (
        <LeaveForm user={user} obstacles={data.obstacles} onAsked={renew} />
      ) : (
        <Notice tone="info" text={t('deletion.notReady')} />
      )}
    </div>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 20px;
`
