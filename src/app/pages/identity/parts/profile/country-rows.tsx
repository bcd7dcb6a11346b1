import { css } from 'goober'
import { useId } from 'react'
import { language } from '../../../../state/locale.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { paper } from '../../../../ui/paper.ts'
import { type Country, nameOf } from './countries.ts'
import { drawsFlags } from './flags.ts'

interface CountryRowsProps {
  countries: readonly Country[]
  title?: string
  /** The code that is chosen now. */
  value: string | undefined
  onPick: (country: Country) => void
}

/** Countries on one sheet of paper: flag, name in both languages, area code. */
export function CountryRows({ countries, title, value, onPick }: CountryRowsProps) {
  const id = useId()
  const isFlag = drawsFlags()
  const isChinese = language.value === 'zh-CN'
  return (
    <section class={group} style={`contain-intrinsic-size:auto ${countries.length * 56 + 32}px`}>
      {title && (
        <h2 id={id} class="cap">
          {title}
        </h2>
      )}
      <ul class={paper} aria-labelledby={title ? id : undefined}>
        {countries.map(country => (
          <li key={country.code}>
            <button
              type="button"
              aria-pressed={country.code === value ? true : undefined}
              onClick={() => onPick(country)}
            >
              <i aria-hidden="true" data-flag={isFlag || undefined}>
                {isFlag ? country.flag : country.code}
              </i>
              <span class="name">
                {nameOf(country)}
                <span class="cap" lang={isChinese ? 'en' : 'zh-Hans'}>
                  {isChinese ? country.name : country.nameZh}
                </span>
              </span>
              <bdi class="num cap">{country.phoneCode}</bdi>
              {country.code === value && <Icon name="check" size={20} />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const group = css`
  content-visibility: auto;
  display: grid;
  gap: 6px;
  padding: 1px;
  margin: -1px;
  & h2 {
    padding: 0 16px;
    font-weight: 600;
  }
  & ul {
    overflow: hidden;
  }
  & li + li {
    border-top: 1px solid var(--line);
  }
  & button {
    display: flex;
    flex-wrap: wrap;
    gap: 0 12px;
    align-items: center;
    width: 100%;
    min-height: 56px;
    padding: 6px 16px;
    text-align: start;
  }
  & button:active {
    background: var(--sunken);
  }
  & button:focus-visible {
    outline-offset: -2px;
    border-radius: 16px;
  }
  & i {
    display: grid;
    place-items: center;
    flex: none;
    width: 2.25rem;
    height: 2rem;
    border-radius: 10px;
    background: var(--sunken);
    font-size: .8125rem;
    font-weight: 600;
    font-style: normal;
    color: var(--text-2);
  }
  & [data-flag] {
    font-size: 1.125rem;
  }
  & .name {
    flex: 1 1 6.5rem;
    min-width: 0;
  }
  & .name .cap {
    display: block;
  }
  & svg {
    color: var(--accent);
  }
`
