import { css } from 'goober'

/** For whoever opened the wrong one of log-in and registration: the way to the other. */
export function OtherPage({ asks, name, href }: { asks: string; name: string; href: string }) {
  return (
    <p class={foot}>
      <span>{asks}</span>
      <a href={href}>{name}</a>
    </p>
  )
}

const foot = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  color: var(--text-2);
  & a {
    display: grid;
    place-items: center;
    min-width: 44px;
    min-height: 44px;
    padding: 0 6px;
    font-weight: 600;
  }
`
