import type { Call } from '../../../../../contract/call.ts'
import { type Reply, type Sent, send } from '../../../../send.ts'

export interface PostOptions {
  /** Calls it off. */
  signal: AbortSignal
  /** How much of it has left the phone, 0 to 1. */
  onProgress: (share: number) => void
}

/** Sends a form with a picture, the picture last, as `send` does, and tells how far it is. */
export function postPicture<C extends Call>(
  call: C,
  fields: Sent<C>,
  { signal, onProgress }: PostOptions,
): Promise<Reply<C>> {
  return send(call, fields, { signal, background: true, carry: (url, sent) => carry(url, sent, onProgress) })
}

/** What `fetch` does for a form, with progress: `fetch` itself tells none of what leaves. */
function carry(
  url: string,
  { method = 'POST', headers, body, signal }: RequestInit,
  onProgress: PostOptions['onProgress'],
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers ?? {})) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onload = () => resolve(new Response(request.responseText || null, { status: request.status }))
    request.onerror = () => reject(new TypeError('network error'))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort())
    request.send(body as FormData)
  })
}
