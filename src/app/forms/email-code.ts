import { useEffect, useState } from 'react'
import { sendEmail } from '../../contract/account.ts'
import { type Reply, type Sent, send } from '../send.ts'
import { deviceKey } from '../start/device-key.ts'
import { wireLanguage } from '../state/locale.ts'
import { draftOf, keepDraft } from './draft.ts'

export type CodeType = Sent<typeof sendEmail>['type']

const waitMs = 60_000
const longWaitMs = 10 * 60_000
/** A code is good for so long; until then what is known of it outlives a reload, for whoever reads their mail meanwhile. */
const goodMs = 10 * 60_000
/** When the next code may be asked, by purpose and address. */
const resendAts = new Map<string, number>()

interface EmailCode {
  secondsLeft: number
  isSending: boolean
  /** A code went out to this address from here. */
  wasSent: boolean
  ask: () => Promise<Reply<typeof sendEmail>>
}

/** Asks for a code by mail and counts down until the next may be asked, as the server says. */
export function useEmailCode(type: CodeType, email: string): EmailCode {
  const to = email.toLowerCase()
  const [isSending, setSending] = useState(false)
  const [now, setNow] = useState(Date.now)
  const resendAt = resendAtOf(type, to)
  const leftMs = Math.min((resendAt ?? 0) - now, waitMs)
  const secondsLeft = Math.max(0, Math.ceil(leftMs / 1_000))
  const isWaiting = secondsLeft > 0

  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isWaiting])

  async function ask() {
    setSending(true)
    const reply = await send(sendEmail, { email, type, lang: wireLanguage(), deviceKey: deviceKey() })
    const next = reply.ok ? reply.data.resendAt : reply.key === 'code_wait' ? reply.details?.resendAt : null
    const wait = next === null ? null : waitOf(next, reply.ok)
    if (wait !== null) keep(type, to, Date.now() + wait)
    setNow(Date.now())
    setSending(false)
    return reply
  }

  return { secondsLeft, isSending, wasSent: resendAt !== undefined, ask }
}

function keep(type: CodeType, to: string, resendAt: number) {
  resendAts.set(`${type}:${to}`, resendAt)
  keepDraft(`code ${type}`, { to, resendAt: String(resendAt) })
}

function resendAtOf(type: CodeType, to: string): number | undefined {
  const known = resendAts.get(`${type}:${to}`)
  if (known !== undefined) return known
  const kept = draftOf(`code ${type}`, goodMs)
  return kept.to === to ? Number(kept.resendAt) || undefined : undefined
}

/** How long to count. A phone whose clock is wrong counts a minute; a wait of hours is told in words instead. */
function waitOf(at: unknown, isSent: boolean): number | null {
  const rest = typeof at === 'string' ? Date.parse(at) - Date.now() : Number.NaN
  if (isSent) return rest > 0 && rest <= waitMs ? rest : waitMs
  return rest > 0 && rest <= longWaitMs ? Math.min(rest, waitMs) : null
}

/** Forgets every wait, as a reload does; what is kept over one stays. */
export function forgetWaits() {
  resendAts.clear()
}
