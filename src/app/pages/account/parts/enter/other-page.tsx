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
  gap: 0 6px;
  align-items: center;
  justify-content: center;
  color: var(--text-2);
  & a {
    display: grid;
    place-items: center;
    min-height: 44px;
    font-weight: 600;
  }
`
