import { useRef } from 'react'
import { newRequestId } from '../../../request-id.ts'

/** Gives what is sent a key: the same words carry the same one, so that a second press does nothing twice. */
export function useKeyed() {
  const last = useRef({ of: '', requestId: '' })
  return <T extends object>(wanted: T): T & { requestId: string } => {
    const of = JSON.stringify(wanted)
    if (last.current.of !== of) last.current = { of, requestId: newRequestId() }
    return { ...wanted, requestId: last.current.requestId }
  }
}
