import { strokes } from 'virtual:strokes'
import type { IconName } from './icon-names.ts'

export interface IconProps {
  name: IconName
  size?: number
  class?: string
  'data-tone'?: string | undefined
}

/** A line icon (how it is drawn: base.css). Decorative: what it means stands in words beside it or in the label of its button. */
export function Icon({ name, size = 24, ...look }: IconProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" {...look}>
      <path d={strokes[name]} />
    </svg>
  )
}
