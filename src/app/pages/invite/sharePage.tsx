import { css } from 'goober'
import { useEffect } from 'react'
import { go, link } from '../../hash-location.tsx'
import type { PageProps } from '../../routes.ts'
import { language, setLanguage, t } from '../../state/locale.ts'
import { isSignedIn } from '../../state/session.ts'
import { keys, remember } from '../../storage.ts'
import { Button } from '../../ui/button.tsx'
import { CardFace } from '../../ui/card-face.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { Steps } from '../../ui/steps.tsx'

/** What an invited person sees first. Keeps the code until they register. */
export default function SharePage({ query }: PageProps) {
  const refer = query.refer?.slice(0, 64)
  useEffect(() => {
    if (refer) remember(keys.refer, refer)
    else go('invite', {}, { replace: true })
  }, [refer])
  if (!refer) return null
  const isChinese = language.value === 'zh-CN'
  return (
    <Page
      title="Glaze"
      action={
        <button
          type="button"
          class={speak}
          lang={isChinese ? 'en' : 'zh-Hans'}
          onClick={() => setLanguage(isChinese ? 'en-US' : 'zh-CN')}
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
            <Button href={link('register', { refer })}>{t('invite.share.register')}</Button>
            <Button kind="quiet" href={link('login')}>
              {t('invite.share.login')}
            </Button>
          </>
        )
      }
    >
      <section class={hero}>
        <CardFace face="celadon" name={t('invite.share.card')} form="virtual" holder="GLAZE" last4="4821" />
        <h2>{t('invite.share.title')}</h2>
        <p>{t('invite.share.text')}</p>
        <p class="code">
          <span>{t('invite.share.code')}</span>
          <b class="num">{refer}</b>
        </p>
      </section>
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
  gap: 12px;
  & h2 {
    padding-top: 12px;
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
