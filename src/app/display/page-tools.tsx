import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { Icon } from '../ui/icon.tsx'
import type { IconName } from '../ui/icon-names.ts'

/** What a page can do, side by side at the end of its header. */
export function Tools({ children }: { children: ComponentChildren }) {
  return <div class={tools}>{children}</div>
}

interface ToolProps {
  icon: IconName
  label: string
  /** Shows or hides something on the page; without it a sheet is opened. */
  isOpen?: boolean
  onPress: () => void
}

/** One press on what a page can do, by its icon. */
export function Tool({ icon, label, isOpen, onPress }: ToolProps) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-expanded={isOpen}
      aria-haspopup={isOpen === undefined ? 'dialog' : undefined}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}

const tools = css`
  display: flex;
  margin-inline-end: -10px;
  & button {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
  }
`
