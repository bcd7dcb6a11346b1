import { css } from 'goober'
import { useState } from 'react'
import { t } from '../../../state/locale.ts'
import { toast } from '../../../ui/toast.tsx'
import type { Kind } from './kinds.ts'
import { readAll } from './mark-read.ts'

/** Marks all as read; only there while something is unread. */
export function ReadAll({ kind, onDone }: { kind?: Kind; onDone?: () => void }) {
  const [isBusy, setBusy] = useState(false)

  async function press() {
    if (isBusy) return
    setBusy(true)
    const trouble = await readAll(kind)
    setBusy(false)
    toast(trouble ?? t('messages.allRead'))
    if (!trouble) onDone?.()
  }

  return (
    <button type="button" class={button} aria-busy={isBusy || undefined} onClick={press}>
      {t('messages.readAll')}
    </button>
  )
}

const button = css`
  min-height: 44px;
  padding: 0 4px;
  color: var(--accent);
  font-size: .9375rem;
  font-weight: 600;
  &[aria-busy] {
    opacity: .5;
  }
`
