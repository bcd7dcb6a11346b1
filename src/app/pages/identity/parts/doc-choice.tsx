import { css } from 'goober'
import { t } from '../../../state/locale.ts'
import { feel } from '../../../telegram/telegram.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { DocType } from './kept.ts'

const documents = ['idCard', 'passport'] as const
const icons = { idCard: 'id-card', passport: 'book-open' } as const

/** Which document proves who somebody is. */
export function DocChoice({ value, onChange }: { value: DocType; onChange: (value: DocType) => void }) {
  return (
    <fieldset class={box}>
      <legend>{t('identity.doc')}</legend>
      {documents.map(name => (
        <label key={name}>
          <input
            type="radio"
            name="docType"
            value={name}
            checked={value === name}
            onChange={() => {
              feel('selection')
              onChange(name)
            }}
          />
          <Icon name={icons[name]} />
          <span>
            {t(`identity.doc.${name}`)}
            <span class="cap">{t(`identity.doc.${name}Note`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

const box = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr));
  gap: 10px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  & legend {
    padding: 0 0 6px;
    font-size: .875rem;
    line-height: 1.25rem;
    font-weight: 500;
    color: var(--text-2);
  }
  & label {
    position: relative;
    display: grid;
    gap: 8px;
    align-content: start;
    padding: 14px;
    border-radius: 14px;
    background: var(--surface);
    box-shadow: inset 0 0 0 1px var(--line-strong);
    font-weight: 500;
    cursor: pointer;
  }
  & label:has(:checked) {
    background: var(--accent-soft);
    box-shadow: inset 0 0 0 2px var(--accent);
  }
  & label:has(:focus-visible) {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  & input {
    position: absolute;
    inset: 14px 14px auto auto;
    width: 20px;
    height: 20px;
    margin: 0;
    accent-color: var(--accent);
  }
  & svg {
    color: var(--accent);
  }
  & .cap {
    display: block;
    font-weight: 400;
    color: var(--text-2);
  }
`
