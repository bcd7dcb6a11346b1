import { css } from 'goober'
import { say } from './say.ts'
import { Shown } from './shown.tsx'

const grounds = ['bg', 'surface', 'raised', 'sunken', 'line', 'line-strong']
const inks = ['text', 'text-2', 'text-3', 'accent', 'pos', 'neg', 'warn', 'info', 'seal']
const pairs = [
  ['on-ink', 'ink'],
  ['on-accent', 'accent'],
  ['accent', 'accent-soft'],
  ['pos', 'pos-soft'],
  ['neg', 'neg-soft'],
  ['warn', 'warn-soft'],
  ['info', 'info-soft'],
] as const

/** The colours everything is made of. */
export function Tokens() {
  return (
    <>
      <Shown as={say('底色与线', 'Grounds and lines')}>
        <div class={swatches}>
          {grounds.map(name => (
            <span key={name} style={`background:var(--${name})`}>
              {name.startsWith('line') ? '' : name}
            </span>
          ))}
        </div>
      </Shown>
      <Shown as={say('文字', 'Inks')}>
        <div class={swatches}>
          {inks.map(name => (
            <span key={name} style={`color:var(--${name});background:var(--surface)`}>
              {name}
            </span>
          ))}
        </div>
      </Shown>
      <Shown as={say('成对', 'Pairs')}>
        <div class={swatches}>
          {pairs.map(([ink, ground]) => (
            <span key={ink + ground} style={`color:var(--${ink});background:var(--${ground})`}>
              {ink}
            </span>
          ))}
        </div>
      </Shown>
    </>
  )
}

const swatches = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(96px, 1fr));
  gap: 8px;
  & span {
    display: grid;
    place-items: center;
    min-height: 44px;
    border-radius: 12px;
    box-shadow: 0 0 0 1px var(--line);
    font-size: .875rem;
  }
`
