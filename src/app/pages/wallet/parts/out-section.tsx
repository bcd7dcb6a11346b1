import { css } from 'goober'
import type { ComponentChildren } from 'preact'

export interface SectionProps {
  title: string
  /** A short link beside the title. */
  more: { label: string; href: string }
  children: ComponentChildren
}

/** A list under a heading, with the way to all of it. */
export function OutSection({ title, more, children }: SectionProps) {
  return (
    <section class={box}>
      <h2>
        {title}
        <a href={more.href}>{more.label}</a>
      </h2>
      {children}
    </section>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  & h2 {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: 0 12px;
    min-height: 44px;
    padding: 0 4px;
    font-size: 1.0625rem;
  }
  & h2 a {
    display: grid;
    place-items: center;
    min-height: 44px;
    font-size: .875rem;
  }
  & > p {
    padding: 0 4px;
  }
`
