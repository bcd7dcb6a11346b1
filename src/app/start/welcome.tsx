import { css } from 'goober'
import { installRow } from '../install/install.ts'
import { switchLanguage } from '../preferences/switch-language.ts'
import { link } from '../routing/hash-location.tsx'
import { t } from '../state/locale.ts'
import { Button } from '../ui/button.tsx'
import { CardFace } from '../ui/card-face.tsx'
import { Icon } from '../ui/icon.tsx'
import { HomePlace } from './home-place.tsx'

/** Home of somebody who is not signed in: the invitation to begin. */
export default function Welcome() {
  return (
    <HomePlace>
      <div class={welcome}>
        <header>
          <b>
            <i aria-hidden="true">釉</i>
            <span>Glaze</span>
          </b>
          <button type="button" aria-label={t('welcome.languageLabel')} onClick={() => switchLanguage()}>
            <Icon name="languages" size={20} />
            <span>{t('welcome.language')}</span>
          </button>
        </header>
        <div class="tiles" aria-hidden="true">
          <div data-back="cobalt" />
          <div data-back="oxblood" />
          <CardFace face="celadon" name={t('cardFace.celadon')} form="virtual" holder="GLAZE" last4="4821" />
        </div>
        <h1>{t('welcome.title')}</h1>
        <p>{t('welcome.text')}</p>
        <div class="ways">
          <Button href={link('register')}>{t('welcome.register')}</Button>
          <Button kind="plain" href={link('login')}>
            {t('welcome.login')}
          </Button>
        </div>
        <ul>
          <Point title={t('welcome.point1')} note={t('welcome.point1Note')} />
          <Point title={t('welcome.point2')} note={t('welcome.point2Note')} />
          <Point title={t('welcome.point3')} note={t('welcome.point3Note')} />
        </ul>
      </div>
      {installRow.value}
    </HomePlace>
  )
}

function Point({ title, note }: { title: string; note: string }) {
  return (
    <li>
      <b>{title}</b>
      <span class="cap">{note}</span>
    </li>
  )
}

const welcome = css`
  & header,
  & header b,
  & header button {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 44px;
  }
  & header {
    flex-wrap: wrap;
    justify-content: space-between;
  }
  & header b {
    font-size: 1.25rem;
    font-weight: 600;
  }
  & header i {
    display: grid;
    place-items: center;
    width: 2rem;
    height: 2rem;
    border-radius: 9px;
    background: var(--accent);
    color: var(--on-accent);
    font-size: 1.125rem;
    font-style: normal;
  }
  & header button {
    padding: 0 4px;
    color: var(--text-2);
    font-size: .875rem;
  }
  & .tiles {
    position: relative;
    margin: 32px 0 28px;
  }
  & [data-back] {
    position: absolute;
    inset: -10px 18px auto;
    aspect-ratio: 1.586;
    border-radius: 14px;
    background: linear-gradient(180deg, #8e2230, #5a0f18);
    box-shadow: inset 0 1px 0 rgb(255 255 255/.25);
  }
  & [data-back="cobalt"] {
    inset: -20px 36px auto;
    background: linear-gradient(180deg, #2e56a8, #0f2a66);
  }
  & h1 {
    font-size: 2rem;
    line-height: 2.5rem;
    letter-spacing: -.01em;
  }
  & > p {
    margin-top: 8px;
    color: var(--text-2);
  }
  & .ways {
    display: flex;
    flex-wrap: wrap;
    gap: 12px;
    margin: 24px 0;
  }
  & .ways a {
    flex: 1;
    white-space: nowrap;
  }
  & ul {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(5.5rem, 1fr));
    gap: 12px;
    padding: 16px 0;
    border-top: 1px solid var(--line);
  }
  & li * {
    display: block;
  }
  & li b {
    font-size: .9375rem;
    font-weight: 600;
  }
`
