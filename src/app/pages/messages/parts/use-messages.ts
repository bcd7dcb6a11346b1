import { useEffect, useState } from 'react'
import { messages, type NoticeType } from '../../../../contract/message.ts'
import { refusalText, send } from '../../../send.ts'
import { language } from '../../../state/locale.ts'
import { session } from '../../../state/session.ts'
import type { Kind } from './kinds.ts'
import { shelve, shelves } from './shelf.ts'

const pageSize = 20

/** Messages of a category, newest first, as far as they were asked for. */
export function useMessages(filter: { kind: Kind; noticeType?: NoticeType | undefined }) {
  const key = [session.value?.user.id, language.value, filter.kind, filter.noticeType].join()
  const [failure, fail] = useState<{ key: string; text: string | null } | null>(null)
  const [isBusy, setBusy] = useState(false)
  const shelf = shelves.value[key]

  async function load(page: number, signal?: AbortSignal) {
    fail(null)
    const { kind, noticeType } = filter
    const input = { pageSize, page, kind, ...(noticeType && { noticeType }) }
    const reply = await send(messages, input, { background: page === 1, ...(signal && { signal }) })
    if (signal?.aborted) return
    if (reply.ok) shelve(key, { rows: reply.data.list, total: reply.data.total })
    else fail({ key, text: reply.status === undefined ? refusalText(reply) : null })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that `load` depends on
  useEffect(() => {
    const stop = new AbortController()
    const renew = () => !document.hidden && load(1, stop.signal)
    renew()
    addEventListener('online', renew)
    document.addEventListener('visibilitychange', renew)
    return () => {
      stop.abort()
      removeEventListener('online', renew)
      document.removeEventListener('visibilitychange', renew)
    }
  }, [key])

  async function loadMore() {
    setBusy(true)
    await load(Math.floor((shelf?.rows.length ?? 0) / pageSize) + 1)
    setBusy(false)
  }

  return {
    rows: shelf?.rows,
    total: shelf?.total ?? 0,
    failure: failure?.key === key ? failure : null,
    isBusy,
    reload: () => load(1),
    loadMore,
  }
}
