import { css } from 'goober'
import type { ComponentChildren } from 'preact'
import { t } from '../state/locale.ts'

export interface SectionProps {
  title: string
  /** Where all of it is: the link says of what to whoever hears it alone. */
  all?: string
  /** Another way to more. */
  more?: ComponentChildren
  children: ComponentChildren
}

/** A part of a page under its own heading, with a way to more. */
export function Section({ title, all, more, children }: SectionProps) {
  return (
    <section class={section}>
      <div class="head">
        <h2>{title}</h2>
        {all && (
          <a href={all} aria-label={`${t('home.allBills')} ${title}`}>
            {t('home.allBills')}
          </a>
        )}
        {more}
      </div>
      {children}
    </section>
  )
}

const section = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  & > .head {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    justify-content: space-between;
    align-items: center;
    min-height: 44px;
    padding: 0 4px;
  }
  & > .head h2 {
    min-width: 0;
    font-size: 1.0625rem;
    overflow-wrap: anywhere;
  }
  & > .head a {
    display: grid;
    place-items: center end;
    min-width: 44px;
    min-height: 44px;
    font-size: .875rem;
    font-weight: 500;
  }
  & > p {
    padding: 0 4px;
  }
`
