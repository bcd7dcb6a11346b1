import { css } from 'goober'
import { useEffect } from 'react'
import { inviter } from '../../../contract/invite.ts'
import { useLoad } from '../../loading/use-load.ts'
import { switchLanguage } from '../../preferences/switch-language.ts'
import { go, link } from '../../routing/hash-location.tsx'
import type { PageProps } from '../../routing/routes.ts'
import { language, t } from '../../state/locale.ts'
import { isSignedIn, session } from '../../state/session.ts'
import { keys, recall, remember } from '../../storage.ts'
import { Button } from '../../ui/button.tsx'
import { CardFace } from '../../ui/card-face.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Steps } from '../../ui/steps.tsx'
import { useLinkLanguage } from './parts/link-language.ts'

/** What an invited person sees first. Keeps the code until they register. */
export default function SharePage({ query }: PageProps) {
  const refer = query.refer?.slice(0, 64)
  useLinkLanguage(query)
  useEffect(() => {
    if (!refer) go('invite', {}, { replace: true })
  }, [refer])
  // The head has read what the link says before the `#`; from here on the language is the reader's own.
  useEffect(() => {
    if (location.search) history.replaceState(history.state, '', `/${location.hash}`)
  }, [])
  return refer ? <Invitation refer={refer} /> : null
}

function Invitation({ refer }: { refer: string }) {
  const from = useLoad(inviter, { referCode: refer }).data
  const isUnknown = from?.isKnown === false
  const user = session.value?.user
  const isOwn = user?.referCode?.toUpperCase() === refer.trim().toUpperCase()
  useEffect(() => {
    if (isUnknown && recall(keys.refer) === refer) remember(keys.refer, null)
    else if (!isUnknown && !isSignedIn.value) remember(keys.refer, refer)
  }, [refer, isUnknown])
  const isChinese = language.value === 'zh-CN'
  return (
    <Page
      title="Glaze"
      action={
        <button
          type="button"
          class={speak}
          lang={isChinese ? 'en' : 'zh-Hans'}
          onClick={() => switchLanguage()}
        >
          <Icon name="languages" size={20} />
          <span>{isChinese ? 'English' : '简体中文'}</span>
        </button>
      }
      footer={
        isSignedIn.value ? (
          <Button href={link('index')}>{t('invite.share.home')}</Button>
        ) : (
          <>
            <Button href={link('register', isUnknown ? {} : { refer })}>
              {t(isUnknown ? 'invite.share.plain' : 'invite.share.register')}
            </Button>
            <Button kind="quiet" href={link('login')}>
              {t('invite.share.login')}
            </Button>
          </>
        )
      }
    >
      <section class={hero}>
        <CardFace face="celadon" name={t('invite.share.card')} form="virtual" holder="GLAZE" last4="4821" />
        <h2>{from?.name ? t('invite.share.from', { name: from.name }) : t('invite.share.title')}</h2>
        <p>{t('invite.share.text')}</p>
        <p class="code">
          <span>{t('invite.share.code')}</span>
          <b class="num">{refer}</b>
        </p>
      </section>
      <Notice
        tone={isUnknown ? 'warn' : 'info'}
        text={
          isUnknown
            ? t('invite.share.unknown')
            : isOwn
              ? t('invite.share.own')
              : user && t('invite.share.member')
        }
      />
      <Steps
        steps={([1, 2, 3] as const).map(step => ({
          label: t(`invite.share.step${step}`),
          note: t(`invite.share.step${step}Note`),
          state: step === 1 ? 'now' : 'next',
        }))}
      />
    </Page>
  )
}

const speak = css`
  display: flex;
  align-items: center;
  gap: 6px;
  min-height: 44px;
  color: var(--text-2);
  font-size: .9375rem;
`
const hero = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 12px;
  & h2 {
    padding-top: 12px;
    overflow-wrap: anywhere;
    font-size: 1.5rem;
    line-height: 1.875rem;
  }
  & p {
    color: var(--text-2);
  }
  & .code {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 12px;
    padding: 12px 16px;
    border-radius: 14px;
    background: var(--accent-soft);
    color: var(--accent);
  }
  & .code b {
    letter-spacing: .06em;
    overflow-wrap: anywhere;
  }
`
