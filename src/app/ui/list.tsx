import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { paper } from './paper.ts'

/** Rows on one sheet of paper. */
export function List({ children, label }: { children: ComponentChildren; label?: string }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: WebKit takes a list without bullets for none
    <ul role="list" class={`${paper} ${sheet}`} aria-label={label}>
      {children}
    </ul>
  )
}

export interface RowProps {
  title: ComponentChildren
  /** Second line under the title. */
  note?: ComponentChildren
  /** On the right: usually a `Money`. */
  value?: ComponentChildren
  valueNote?: ComponentChildren
  icon?: IconName
  /** Instead of an icon: one or two characters. */
  mark?: string
  /** Instead of an icon: a picture of its own size. */
  picture?: ComponentChildren
  tone?: 'neg' | 'warn'
  /** A link of the app (`link(…)`); draws a chevron unless there is a value. */
  href?: string
  onPress?: () => void
}

/** One row, at least 64 px high; a link or a button when it leads somewhere. */
export function Row({ title, note, value, valueNote, icon, mark, picture, tone, href, onPress }: RowProps) {
  const inside = (
    <>
      {icon && <Icon class="badge" data-tone={tone} name={icon} size={40} />}
      {mark && (
        <span class="badge" data-tone={tone}>
          {mark}
        </span>
      )}
      {picture}
      <span class={grow}>
        {title}
        {note && <span class="cap">{note}</span>}
      </span>
      {value && (
        <span class={figure}>
          {value}
          {valueNote && <span class="cap">{valueNote}</span>}
        </span>
      )}
      {(href || onPress) && !value && <Icon name="chevron-right" size={20} />}
    </>
  )
  return (
    <li>
      {href ? (
        <a class={row} href={href}>
          {inside}
        </a>
      ) : onPress ? (
        <button type="button" class={row} onClick={onPress}>
          {inside}
        </button>
      ) : (
        <div class={row}>{inside}</div>
      )}
    </li>
  )
}

/** A row that is still to come: as high as the real one. */
export function BoneRow() {
  return (
    <li>
      <div class={row}>
        <span class="bone" style="width:40px;height:40px;border-radius:12px" />
        <span class={grow}>
          <span class="bone" style="width:40%;height:14px" />
        </span>
        <span class="bone" style="width:72px;height:14px" />
      </div>
    </li>
  )
}

const sheet = css`
  overflow: hidden;
  & li + li {
    border-top: 1px solid var(--line);
  }
`
const row = css`
  display: flex;
  flex-wrap: wrap;
  gap: 12px;
  align-items: center;
  width: 100%;
  min-height: 64px;
  padding: 10px 16px;
  color: var(--text);
  text-align: start;
  & > svg:last-child {
    flex: none;
    margin-inline-start: auto;
    color: var(--text-3);
  }
  & > span > .cap {
    display: block;
  }
  &:active:is(a,button) {
    background: var(--sunken);
  }
`
const grow = css`
  flex: 1;
  min-width: 6rem;
  overflow-wrap: anywhere;
  word-break: keep-all;
`
const figure = css`
  margin-inline-start: auto;
  text-align: end;
`
