import { useEffect, useState } from 'react'
import { language, t } from '../state/locale.ts'
import { Notice } from './notice.tsx'

const tickMs = 30_000

export interface StaleProps {
  /** When what is shown was read. */
  at: Date | null | undefined
  /** Said instead: a refusal is not an age. */
  text?: string | null | undefined
  onRetry: () => void
}

/** What is shown could not be renewed: how old it is, growing as one looks, and a way to try again. */
export function Stale({ at, text, onRetry }: StaleProps) {
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick(count => count + 1), tickMs)
    return () => clearInterval(timer)
  }, [])
  return (
    <Notice
      tone="warn"
      text={text ?? t('stale.since', { ago: ago(at) })}
      action={
        <button type="button" onClick={onRetry}>
          {t('state.retry')}
        </button>
      }
    />
  )
}

/** How long ago, as people say it: 3 minutes ago, 2 hours ago. */
function ago(at: Date | null | undefined): string {
  const minutes = at ? Math.floor((Date.now() - at.getTime()) / 60_000) : 0
  if (minutes < 1) return t('stale.just')
  const words = new Intl.RelativeTimeFormat(language.value)
  return minutes < 60 ? words.format(-minutes, 'minute') : words.format(-Math.floor(minutes / 60), 'hour')
}

/** Whether the phone itself says that it has no network. */
export function useOffline(): boolean {
  const [isOffline, set] = useState(!navigator.onLine)
  useEffect(() => {
    const look = () => set(!navigator.onLine)
    addEventListener('online', look)
    addEventListener('offline', look)
    look()
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  return isOffline
}
