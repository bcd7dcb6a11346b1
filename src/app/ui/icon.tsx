import type { IconName } from './icon-names.ts'

/** A line icon (its strokes: base.css). Decorative: what it means stands in words beside it or in the label of its button. */
export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true">
      <use href={`#i-${name}`} />
    </svg>
  )
}
