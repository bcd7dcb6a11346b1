import { css } from 'goober'
import { useId } from 'react'
import type { Output } from '../../../../../contract/call.ts'
import { unservedCountries } from '../../../../../contract/identity.ts'
import { useLoad } from '../../../../loading/use-load.ts'
import { language, t } from '../../../../state/locale.ts'
import { nameFits } from './find-country.ts'
import { drawsFlags } from './flags.ts'

type Unserved = Output<typeof unservedCountries>[number]

/** Countries that cannot be chosen, each with the reason, so that nobody looks for them in vain. */
export function UnservedRows({ typed }: { typed: string }) {
  const { data } = useLoad(unservedCountries, {})
  const id = useId()
  const rows = (data ?? []).filter(country => !typed.trim() || nameFits(country, typed))
  if (rows.length === 0) return null
  return (
    <section class={group}>
      <h2 id={id} class="cap">
        {t('identity.unserved')}
      </h2>
      <ul aria-labelledby={id}>
        {rows.map(country => (
          <li key={country.code}>
            <i aria-hidden="true">{drawsFlags() ? country.flag : country.code}</i>
            <span>
              {nameOf(country)}
              <span class="cap">{t(`identity.unserved.${country.reason}`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function nameOf({ name, nameZh }: Unserved): string {
  return language.value === 'zh-CN' ? nameZh : name
}

const group = css`
  display: grid;
  gap: 6px;
  & h2 {
    padding: 0 16px;
    font-weight: 600;
  }
  & ul {
    border-radius: 18px;
    background: var(--sunken);
    color: var(--text-2);
  }
  & li {
    display: flex;
    gap: 12px;
    align-items: center;
    min-height: 56px;
    padding: 6px 16px;
  }
  & li + li {
    border-top: 1px solid var(--line);
  }
  & i {
    width: 2.25rem;
    text-align: center;
    font-style: normal;
  }
  & .cap {
    display: block;
  }
`
