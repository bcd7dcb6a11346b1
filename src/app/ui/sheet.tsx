import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'react'
import { back, onBack } from '../routing/hash-location.tsx'
import { t } from '../state/locale.ts'
import { guardSwipe } from '../telegram/guards.ts'
import { Icon } from './icon.tsx'
import { keepFocus } from './keep-focus.ts'
import { sheets, Toasts } from './toast.tsx'

export interface SheetProps {
  isOpen: boolean
  title: string
  onClose: () => void
  children: ComponentChildren
}

let holds = 0

/** Keeps what is open open while an answer is awaited that its reader must see; answers how to let go. */
export function holdSheets(): () => void {
  holds += 1
  return () => {
    holds -= 1
  }
}

/** Rises from below over the page. Back, Escape, a drag down and a press beside it close it; focus stays inside. */
export function Sheet({ isOpen, title, onClose, children }: SheetProps) {
  return isOpen ? (
    <OpenSheet title={title} onClose={onClose}>
      {children}
    </OpenSheet>
  ) : null
}

function OpenSheet({ title, onClose, children }: Omit<SheetProps, 'isOpen'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = useRef(onClose)
  close.current = () => holds === 0 && onClose()
  const drag = useDrag(dialog, () => close.current())

  // A layout effect, so that it closes before the dialog leaves the page: only then does the focus go back.
  useLayoutEffect(() => {
    const element = dialog.current
    const stops = [
      onBack(() => close.current()),
      guardSwipe(),
      whenClosed(element, () => close.current()),
      keepFocus(element, giveFocus),
    ]
    element?.showModal?.()
    sheets.value += 1
    document.documentElement.style.overflow = 'hidden'
    return () => {
      document.documentElement.style.overflow = ''
      for (const stop of stops) stop()
      element?.close?.()
      sheets.value -= 1
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      class={paper}
      aria-label={title}
      onCancel={event => {
        // A field for a file says the same of a choice that was not made.
        if (event.target !== dialog.current) return
        event.preventDefault()
        // The phone's own Back: a step inside the sheet comes before the sheet.
        back()
      }}
      onClick={event => event.target === dialog.current && close.current()}
      onKeyDown={event => event.key === 'Escape' && close.current()}
      // The sheet may stand inside a form of the page, which must not be submitted with its own.
      onSubmit={event => event.stopPropagation()}
    >
      <div class="inside">
        <header {...drag}>
          <h2 tabIndex={-1}>{title}</h2>
          <button type="button" aria-label={t('sheet.close')} onClick={() => close.current()}>
            <Icon name="x" />
          </button>
        </header>
        {children}
      </div>
      <Toasts isInSheet />
    </dialog>
  )
}

/** What makes an element the handle that the sheet is dragged by. */
function useDrag(dialog: { current: HTMLDialogElement | null }, close: () => void) {
  const startY = useRef<number | null>(null)
  function drop({ clientY }: PointerEvent) {
    const moved = startY.current === null ? 0 : clientY - startY.current
    startY.current = null
    if (dialog.current) dialog.current.style.translate = ''
    if (moved > 96) close()
  }
  return {
    onPointerDown(event: PointerEvent & { currentTarget: HTMLElement }) {
      // A handle that holds the pointer would take the click from its button.
      if ((event.target as Element).closest('button')) return
      startY.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (startY.current === null || !dialog.current) return
      dialog.current.style.translate = `0 ${Math.max(0, clientY - startY.current)}px`
    },
    onPointerUp: drop,
    onPointerCancel: drop,
  }
}

/**
 * A browser lets `cancel` be prevented once: the second Escape or Back closes a dialog without us. It is shown again, and
 * goes when we let it go. Answers how to stop.
 */
function whenClosed(element: HTMLDialogElement | null, close: () => void): () => void {
  function goOn() {
    element?.showModal?.()
    close()
  }
  element?.addEventListener('close', goOn)
  return () => element?.removeEventListener('close', goOn)
}

/** To what a step of the sheet would begin with, else to the title. */
function giveFocus(inside: HTMLElement) {
  const first = inside.querySelector<HTMLElement>('[autofocus]') ?? inside.querySelector('h2')
  first?.focus()
}

const paper = css`
  position: fixed;
  inset: auto 0 0 0;
  width: 100%;
  max-width: 480px;
  max-height: calc(100dvh - 32px - var(--safe-top));
  margin: 0 auto;
  padding: 0;
  border: 0;
  border-radius: 24px 24px 0 0;
  background: var(--bg);
  color: var(--text);
  /* In the dark a shadow is not seen: the line is the edge. */
  box-shadow: 0 0 0 1px var(--line), 0 -8px 40px rgb(22 24 26/.2);
  overflow: auto;
  animation: sheet .28s cubic-bezier(.05, .7, .1, 1);
  &::backdrop {
    background: rgb(10 12 14/.5);
  }
  & .inside {
    display: grid;
    gap: 16px;
    padding: 8px var(--gutter) calc(20px + var(--safe-bottom));
  }
  & header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 48px;
    touch-action: none;
  }
  & header button {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    margin-inline-end: -10px;
    color: var(--text-3);
  }
  & h2 {
    outline: none;
    font-size: 1.25rem;
    line-height: 1.75rem;
  }
  @keyframes sheet {
    from {
      transform: translateY(40%);
      opacity: 0;
    }
  }
`
