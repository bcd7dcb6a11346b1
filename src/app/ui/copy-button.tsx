import { css } from 'goober'
import { useState } from 'react'
import { t } from '../state/locale.ts'
import { feel } from '../telegram/telegram.ts'
import { Icon } from './icon.tsx'
import { toast } from './toast.tsx'

const tickMs = 1_200

export interface CopyButtonProps {
  /** What is copied. */
  text: string
  /** What it is, for the label: “copy {label}”. */
  label: string
  /** Words beside the icon; without them the icon stands alone. */
  children?: string
}

/** Copies; turns to a tick for a moment and says so to screen readers. Where it cannot, it says how it is done by hand. */
export function CopyButton({ text, label, children }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)

  async function press() {
    if (!(await copy(text))) return toast(t('copy.failed'))
    feel('light')
    setCopied(true)
    setTimeout(() => setCopied(false), tickMs)
  }

  const words = children && (isCopied ? t('copy.done') : children)
  // People who use voice control say the words they see on a button: these are part of its name.
  const name = words ? `${words} ${label}` : t('copy.label', { what: label })
  return (
    <button type="button" class={button} aria-label={name} onClick={press}>
      <Icon name={isCopied ? 'check' : 'copy'} size={20} />
      {words && <span>{words}</span>}
      <span class="sr" role="status">
        {isCopied ? t('copy.done') : null}
      </span>
    </button>
  )
}

/** Copies a text. In Telegram Web's frame the clipboard is closed, but the old command works. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyOldWay(text)
  }
}

function copyOldWay(text: string): boolean {
  const focused = document.activeElement as HTMLElement | null
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  const host = document.querySelector('dialog[open]') ?? document.body
  host.append(area)
  area.select()
  const isDone = document.execCommand('copy')
  area.remove()
  focused?.focus()
  return isDone
}

const button = css`
  display: inline-flex;
  gap: 6px;
  align-items: center;
  justify-content: center;
  min-width: 44px;
  min-height: 44px;
  color: var(--accent);
  font-size: .9375rem;
  font-weight: 600;
`
