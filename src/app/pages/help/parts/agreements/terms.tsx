import { css } from 'goober'
import terms from '../../../../locales/terms.json'
import { language } from '../../../../state/locale.ts'
import { paper } from '../../../../ui/paper.ts'

const orders = { 'zh-CN': ['zh-Hans', 'en'], 'en-US': ['en', 'zh-Hans'] } as const

/** The words for money and cards with what they mean, in both languages at once; the own one comes first. */
export function Terms() {
  return (
    <ul class={`${paper} ${box}`}>
      {Object.entries(terms).map(([name, said]) => (
        <li key={name}>
          {orders[language.value].map(lang => (
            <p key={lang} lang={lang}>
              <b>{said[lang].term}</b>
              <br />
              {said[lang].text}
            </p>
          ))}
        </li>
      ))}
    </ul>
  )
}

// Two columns on a phone of 360 px, one where its text is twice as large.
const box = css`
  & li {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 8rem), 1fr));
    gap: 8px 16px;
    padding: 14px 16px;
  }
  & li + li {
    border-top: 1px solid var(--line);
  }
  & p {
    color: var(--text-2);
    font-size: .9375rem;
    line-height: 1.5rem;
    overflow-wrap: anywhere;
  }
  & b {
    color: var(--text);
    font-weight: 600;
  }
`
