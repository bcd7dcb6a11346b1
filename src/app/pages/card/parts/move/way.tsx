import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { Chip } from '../../../../ui/chip.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { paper } from '../../../../ui/paper.ts'

interface WayProps {
  icon: 'wallet' | 'qr-code'
  title: string
  tag?: string
  items: [string, ComponentChildren][]
  more?: ComponentChildren
  children: ComponentChildren
}

/** One way to recharge: what it takes, what it costs, and the way in. */
export function Way({ icon, title, tag, items, more, children }: WayProps) {
  return (
    <section class={`${paper} ${sheet}`}>
      <h2>
        <Icon name={icon} />
        <span>{title}</span>
        {tag && <Chip tone="pos">{tag}</Chip>}
      </h2>
      <dl>
        {items.map(([label, value]) => (
          <Line key={label} label={label} value={value} />
        ))}
        {more}
      </dl>
      {children}
    </section>
  )
}

/** A label and what is known of it; a bone until then. */
export function Line({ label, value }: { label: string; value: ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value || <span class="bone" style="width:72px;height:16px" />}</dd>
    </div>
  )
}

const sheet = css`
  display: grid;
  gap: 12px;
  padding: 16px;
  & h2 {
    display: flex;
    gap: 10px;
    align-items: center;
    font-size: 1.0625rem;
  }
  & h2 svg {
    flex: none;
    color: var(--accent);
  }
  & dl {
    display: grid;
    gap: 8px;
  }
  & dl div {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
    justify-content: space-between;
  }
  & dt {
    color: var(--text-2);
  }
  & dd {
    margin-inline-start: auto;
    font-weight: 500;
  }
`
