import { useState } from 'react'
import { messages, type NoticeType } from '../../../../contract/message.ts'
import { whyNot } from '../../../loading/use-load.ts'
import { usePoll } from '../../../loading/use-poll.ts'
import { send } from '../../../send.ts'
import { language } from '../../../state/locale.ts'
import { session } from '../../../state/session.ts'
import type { Kind } from './kinds.ts'
import { shelve, shelves } from './shelf.ts'

const pageSize = 20
const renewMs = 20_000

interface Failure {
  /** What was asked for. */
  key: string
  text: string | null
  status: number | undefined
}

/** Messages of a category, newest first, as far as they were asked for. */
export function useMessages(filter: { kind: Kind; noticeType?: NoticeType | undefined }) {
  const key = [session.value?.user.id, language.value, filter.kind, filter.noticeType].join()
  const [failure, fail] = useState<Failure | null>(null)
  const [isBusy, setBusy] = useState(false)
  const shelf = shelves.value[key]

  async function load(after?: string, signal?: AbortSignal) {
    const { kind, noticeType } = filter
    const input = { pageSize, page: 1, kind, ...(noticeType && { noticeType }), ...(after && { after }) }
    const reply = await send(messages, input, { background: !after, ...(signal && { signal }) })
    if (signal?.aborted) return
    if (reply.ok) {
      const { list: rows, total } = reply.data
      shelve(key, { rows, total, isTop: !after })
    }
    fail(reply.ok ? null : { key, text: whyNot(reply), status: reply.status })
  }

  const reload = usePoll(async signal => {
    await load(undefined, signal)
    return renewMs
  }, key)

  async function loadMore() {
    setBusy(true)
    await load(shelf?.rows.at(-1)?.id)
    setBusy(false)
  }

  return {
    rows: shelf?.rows,
    total: shelf?.total ?? 0,
    at: shelf?.at,
    failure: failure?.key === key ? failure : null,
    isBusy,
    reload,
    loadMore,
  }
}
