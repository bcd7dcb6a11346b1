import { css } from 'goober'
import { publicParam } from '../../../contract/params.ts'
import { useLoad } from '../../loading/use-load.ts'
import { link } from '../../routing/hash-location.tsx'
import { inviteLink } from '../../routing/invite-link.ts'
import { t, wireLanguage } from '../../state/locale.ts'
import { session } from '../../state/session.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { List, Row } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'
import { paper } from '../../ui/paper.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { Empty, ErrorView } from '../../ui/states.tsx'
import { Friends } from './parts/friends.tsx'
import { ShareActions } from './parts/share-actions.tsx'

/** The invite tab: code, link, QR code, poster, who came of it, rules. */
export default function Invite() {
  const code = session.value?.user.referCode
  return (
    <Page title={t('invite.title')} isTabPage>
      {code ? (
        <Mine code={code} />
      ) : (
        <Empty icon="gift" text={t('invite.signIn')}>
          <Button href={link('login', { back: '/pages/invite/invite' })}>{t('invite.logIn')}</Button>
        </Empty>
      )}
      <Rules />
    </Page>
  )
}

function Mine({ code }: { code: string }) {
  const url = inviteLink(code)
  return (
    <>
      <section class={`${paper} ${box}`}>
        <p class="cap">{t('invite.code')}</p>
        <p class="code">
          <b class="num">{code}</b>
          <CopyButton text={code} label={t('invite.code')} />
        </p>
        <QrCode text={url} label={t('invite.qr')} size={184} />
        <p class="cap">{t('invite.qrNote')}</p>
      </section>
      <ShareActions url={url} />
      <List>
        <Row
          icon="image"
          title={t('invite.poster')}
          note={t('invite.posterNote')}
          href={link('sharePage2', { refer: code })}
        />
        <Row
          icon="circle-help"
          title={t('invite.questions')}
          href={link('questionAndAnswer', { q: 'invite' })}
        />
      </List>
      <Friends />
    </>
  )
}

function Rules() {
  const { data, state, refusal, status, reload } = useLoad(publicParam, {
    group: 'invite',
    key: 'rules',
    lang: wireLanguage(),
  })
  if (!Array.isArray(data) && state !== 'failed') return null
  return (
    <section class={rules}>
      <h2>{t('invite.rules')}</h2>
      {Array.isArray(data) ? (
        <ol>
          {data.map(String).map(rule => (
            <li key={rule}>{rule}</li>
          ))}
        </ol>
      ) : (
        <ErrorView text={refusal} status={status} onRetry={reload} />
      )}
    </section>
  )
}

const box = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  justify-items: center;
  padding: 20px 16px;
  text-align: center;
  & .code {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: center;
    font-size: min(1.75rem, 12vw);
    line-height: 1.3;
    letter-spacing: .06em;
  }
  & b {
    min-width: 0;
    overflow-wrap: anywhere;
  }
`
const rules = css`
  display: grid;
  gap: 8px;
  padding: 8px 4px;
  & h2 {
    font-size: 1.0625rem;
  }
  & ol {
    display: grid;
    gap: 6px;
    padding-inline-start: 22px;
    list-style: decimal;
    color: var(--text-2);
    font-size: .9375rem;
    line-height: 1.5rem;
    text-wrap: pretty;
  }
`
