import { useEffect } from 'react'
import type { NoticeType } from '../../../contract/message.ts'
import { go } from '../../routing/hash-location.tsx'
import { useMember } from '../../routing/members-only.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { feel } from '../../telegram/telegram.ts'
import { Chip, Chips } from '../../ui/chip.tsx'
import { Page } from '../../ui/page.tsx'
import { textKinds } from './parts/kinds.ts'
import { BalanceRows } from './parts/message-rows.tsx'
import { ReadAll } from './parts/read-all.tsx'
import { ShelfView } from './parts/shelf-view.tsx'
import { useMessages } from './parts/use-messages.ts'

const filters = [
  'deposit',
  'consume',
  'rechargeArrival',
  'cardTransfer',
  'converted',
  'refundArrival',
  'declined',
  'withdraw',
] as const satisfies NoticeType[]

/** Notices of every change of a balance: the sum first. Leads on to other messages. */
export default function Messages2({ query }: PageProps) {
  const user = useMember()
  const kind = textKinds.find(name => name === query.kind)
  useEffect(() => {
    if (kind) go('messages', { kind }, { replace: true })
  }, [kind])
  return user && !kind ? (
    <Notices type={filters.find(name => name === query.type)} />
  ) : (
    <Page title={t('messages.kind.balance')}>{null}</Page>
  )
}

function Notices({ type }: { type: (typeof filters)[number] | undefined }) {
  const shelf = useMessages({ kind: 'balance', noticeType: type })
  const title = t('messages.kind.balance')
  const hasUnread = shelf.rows?.some(({ isRead }) => !isRead)

  function choose(next: typeof type) {
    feel('selection')
    go('messages2', { type: next }, { replace: true })
  }

  return (
    <Page title={title} action={hasUnread && <ReadAll kind="balance" />}>
      <Chips label={t('messages.filters')}>
        <Chip isOn={!type} onPress={() => choose(undefined)}>
          {t('messages.all')}
        </Chip>
        {filters.map(name => (
          <Chip key={name} isOn={type === name} onPress={() => choose(name)}>
            {t(`messages.type.${name}`)}
          </Chip>
        ))}
      </Chips>
      <ShelfView of={shelf} empty={t(type ? 'messages.empty.type' : 'messages.empty.balance')}>
        {rows => <BalanceRows rows={rows} label={title} />}
      </ShelfView>
    </Page>
  )
}
