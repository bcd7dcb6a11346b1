import { css } from 'goober'

/** A document between four corners, with a seal. */
export function StartPicture() {
  return (
    <svg class={picture} viewBox="0 0 200 112" fill="none" aria-hidden="true">
      <rect x="40" y="20" width="120" height="76" rx="10" class="paper" />
      <circle cx="68" cy="49" r="10" />
      <path d="M52 77c3-11 29-11 32 0M100 44h42M100 56h30M100 68h36" />
      <path d="M24 26V12a6 6 0 0 1 6-6h14M176 26V12a6 6 0 0 0-6-6h-14M24 90v12a6 6 0 0 0 6 6h14" />
      <path d="M156 108h14a6 6 0 0 0 6-6V90" />
      <g class="seal" transform="rotate(-6 150 88)">
        <rect x="134" y="72" width="32" height="32" rx="6" class="paper" />
        <path d="m142 88 6 6 11-12" />
      </g>
    </svg>
  )
}

const picture = css`
  width: 200px;
  max-width: 60%;
  margin: 0 auto;
  stroke: var(--accent);
  stroke-width: 2.5;
  stroke-linecap: round;
  stroke-linejoin: round;
  & .paper {
    fill: var(--surface);
  }
  & .seal {
    stroke: var(--seal);
  }
`
