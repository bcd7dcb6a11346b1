import { css } from 'goober'
import { t } from '../../../state/locale.ts'
import { paper } from '../../../ui/paper.ts'

const rows = ['now', 'sessions', 'books', 'chain', 'issuer'] as const

/** What goes when, what stays how long, and why. */
export function Kept() {
  return (
    <section class={box}>
      <h2>{t('deletion.kept.title')}</h2>
      <table class={paper}>
        <thead>
          <tr>
            <th scope="col">{t('deletion.kept.what')}</th>
            <th scope="col">{t('deletion.kept.until')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row}>
              <th scope="row">
                {t(`deletion.kept.${row}`)}
                <span class="cap">{t(`deletion.kept.${row}Why`)}</span>
              </th>
              <td>{t(`deletion.kept.${row}Until`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul>
        {(['days', 'money', 'signIn', 'email', 'friends'] as const).map(each => (
          <li key={each}>{t(`deletion.means.${each}`)}</li>
        ))}
      </ul>
    </section>
  )
}

const box = css`
  display: grid;
  gap: 12px;
  text-wrap: pretty;
  & h2 {
    padding: 0 4px;
    font-size: 1.0625rem;
  }
  & table {
    width: 100%;
    border-collapse: collapse;
    font-size: .9375rem;
    line-height: 1.375rem;
  }
  & tr {
    display: flex;
    flex-wrap: wrap;
    gap: 0 16px;
    padding: 12px 16px;
  }
  & th,
  & td {
    padding: 0;
    text-align: start;
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  & tr > :first-child {
    flex: 5 1 9rem;
  }
  & tr > :last-child {
    flex: 3 1 5.5rem;
  }
  & thead th {
    color: var(--text-2);
    font-size: .8125rem;
  }
  & tbody tr {
    border-top: 1px solid var(--line);
  }
  & td {
    font-weight: 500;
  }
  & .cap {
    display: block;
  }
  & ul {
    display: grid;
    gap: 6px;
    padding-inline-start: 20px;
    list-style: disc;
    color: var(--text-2);
    font-size: .9375rem;
  }
`
