import { getUser } from '../../../../contract/account.ts'
import type { Call, Output, Refuses } from '../../../../contract/call.ts'
import { type Reply, send } from '../../../send.ts'
import { tokenNow } from '../../../state/session.ts'

export interface PostOptions {
  /** Calls it off. */
  signal: AbortSignal
  /** How much of it has left the phone, 0 to 1. */
  onProgress: (share: number) => void
}

const timeoutMs = 60_000

/** Sends a form with a picture, the picture last, and tells how far it is: `fetch` cannot. Answers as `send` does. */
export function postPicture<C extends Call>(
  call: C,
  fields: Record<string, string | Blob>,
  { signal, onProgress }: PostOptions,
): Promise<Reply<C>> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return new Promise(resolve => {
    const request = new XMLHttpRequest()
    const fail = () => resolve({ ok: false, status: 0, key: 'network' })
    request.open(call.method, call.path)
    request.timeout = timeoutMs
    const token = call.who === 'customer' && tokenNow()
    if (token) request.setRequestHeader('X-Access-Token', token)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(replyOf<C>(request))
    request.onerror = fail
    request.ontimeout = fail
    request.onabort = () => resolve({ ok: false, message: 'request cancelled' })
    signal.addEventListener('abort', () => request.abort())
    if (signal.aborted) resolve({ ok: false, message: 'request cancelled' })
    else request.send(form)
  })
}

async function replyOf<C extends Call>({ status: http, responseText }: XMLHttpRequest): Promise<Reply<C>> {
  const body = parsed(responseText)
  const status = body.status ?? (http >= 400 || body.code === undefined ? http : undefined)
  // What a session that has ended means for the whole app is said in one place.
  if (status === 401) {
    const known = await send(getUser, {})
    return known.ok ? { ok: false, status, key: 'network' } : known
  }
  if (status !== undefined) return { ok: false, status, key: 'network' }
  const { code = 0, key = 'network', data = null } = body
  if (code === 1) return { ok: true, code, data: data as Output<C> }
  return { ok: false, code, key: key as Refuses<C>, details: data as Record<string, unknown> | null }
}

interface Body {
  status?: number
  code?: number
  key?: string
  data?: unknown
}

function parsed(text: string): Body {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
