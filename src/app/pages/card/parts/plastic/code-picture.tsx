import { css } from 'goober'

/** The letter with the card on it, and where the code is printed. Decorative: the words beside it say the same. */
export function CodePicture({ last4 }: { last4: string }) {
  return (
    <svg class={picture} viewBox="0 0 240 150" aria-hidden="true">
      <rect x="40" y="6" width="160" height="138" rx="8" class="paper" />
      <rect x="56" y="18" width="60" height="5" rx="2" class="ink" />
      <rect x="56" y="30" width="92" height="4" rx="2" class="ink" />
      <rect x="56" y="44" width="96" height="60" rx="6" class="card" />
      <rect x="66" y="58" width="14" height="11" rx="2" class="chip" />
      <text x="66" y="95" class="digits">{`···· ${last4}`}</text>
      <rect x="54" y="112" width="86" height="22" rx="6" class="mark" />
      <text x="63" y="127" class="code">
        ● ● ● ● ● ●
      </text>
    </svg>
  )
}

const picture = css`
  width: 100%;
  max-width: 300px;
  margin: 0 auto;
  & .paper {
    fill: var(--surface);
    stroke: var(--line-strong);
  }
  & .ink {
    fill: var(--line-strong);
  }
  & .card {
    fill: var(--accent-soft);
    stroke: var(--accent);
  }
  & .chip {
    fill: var(--accent);
  }
  & .digits {
    fill: var(--text-2);
    font-size: 9px;
  }
  & .mark {
    fill: none;
    stroke: var(--seal);
    stroke-width: 2;
  }
  & .code {
    fill: var(--text);
    font-size: 10px;
  }
`
