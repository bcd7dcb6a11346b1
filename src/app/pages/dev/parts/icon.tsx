import { strokes } from 'virtual:strokes'
import { css } from 'goober'
import { Icon } from '../../../ui/icon.tsx'
import { pageIcons, shellIcons } from '../../../ui/icon-names.ts'

/** Those that some page shows: the others have no strokes. */
export function Icons() {
  const names = [...shellIcons, ...pageIcons].filter(name => strokes[name])
  return (
    <ul class={grid}>
      {names.map(name => (
        <li key={name}>
          <Icon name={name} />
          <span class="cap">{name}</span>
        </li>
      ))}
    </ul>
  )
}

const grid = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(96px, 1fr));
  gap: 12px;
  & li {
    display: grid;
    gap: 4px;
    justify-items: center;
    text-align: center;
    overflow-wrap: anywhere;
  }
`
