import { useEffect, useRef, useState } from 'react'
import type { Output } from '../../../contract/call.ts'
import { getAllMessageFirst } from '../../../contract/message.ts'
import { later } from '../../chunks/later.tsx'
import { useLoad } from '../../loading/use-load.ts'
import { usePoll } from '../../loading/use-poll.ts'
import { unread } from '../../overview.ts'
import { link } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import { t } from '../../state/locale.ts'
import { Chip } from '../../ui/chip.tsx'
import { List, Row } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Stale } from '../../ui/stale.tsx'
import { ErrorView, Skeleton } from '../../ui/states.tsx'
import { when } from '../../ui/when.ts'
import { WaitingRows } from './parts/challenge/waiting-rows.tsx'
import { kindIcons, readable } from './parts/kinds.ts'
import { ReadAll } from './parts/read-all.tsx'

const Setting = later(() => import('./parts/setting.tsx').then(part => part.Setting))
const renewMs = 20_000

type Category = Output<typeof getAllMessageFirst>[number]

/** The message centre: four categories, each with its newest message. */
export default function MessageList() {
  return useMember() ? <Centre /> : <Page title={t('messages.title')}>{null}</Page>
}

function Centre() {
  const { data, state, refusal, status, at, reload } = useLoad(getAllMessageFirst, {})
  const count = data?.reduce((sum, category) => sum + category.unread, 0) ?? 0
  useEffect(() => {
    if (data) unread.value = count
  }, [data, count])
  const [isChoosing, choose] = useState(false)
  const isFirst = useRef(true)
  usePoll(async () => {
    if (!isFirst.current) reload()
    isFirst.current = false
    return renewMs
  }, 'centre')

  return (
    <Page title={t('messages.title')} action={count > 0 && <ReadAll onDone={reload} />}>
      <WaitingRows />
      {!data && state === 'failed' && <ErrorView text={refusal} status={status} onRetry={reload} />}
      {!data && state === 'loading' && <Skeleton rows={4} />}
      {data && state === 'failed' && <Stale at={at} onRetry={reload} />}
      {data && (
        <List label={t('messages.title')}>
          {data.map(category => (
            <CategoryRow key={category.kind} category={category} />
          ))}
        </List>
      )}
      <List label={t('messages.setting.title')}>
        <Row
          icon="settings"
          title={t('messages.setting.title')}
          note={t('messages.setting.note')}
          onPress={() => choose(true)}
        />
      </List>
      <Sheet isOpen={isChoosing} title={t('messages.setting.title')} onClose={() => choose(false)}>
        <Setting />
      </Sheet>
    </Page>
  )
}

function CategoryRow({ category: { kind, unread: count, first } }: { category: Category }) {
  return (
    <Row
      icon={kindIcons[kind]}
      title={t(`messages.kind.${kind}`)}
      note={first ? readable(first.title) : t('messages.none')}
      value={first && <span class="cap">{when(first.createTime)}</span>}
      valueNote={count > 0 && <Chip tone="neg">{t('messages.count', { count })}</Chip>}
      href={kind === 'balance' ? link('messages2', { kind }) : link('messages', { kind })}
    />
  )
}
