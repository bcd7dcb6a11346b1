import { css } from 'goober'
import { useEffect, useState } from 'react'
import { go } from '../../routing/hash-location.tsx'
import { inviteLink } from '../../routing/invite-link.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { isTelegram } from '../../telegram/telegram.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { useLinkLanguage } from './parts/link-language.ts'
import { ShareActions } from './parts/share-actions.tsx'

/** The invitation as a poster, drawn on the phone: to look at, to save, to share. */
export default function SharePage2({ query }: PageProps) {
  const refer = query.refer?.slice(0, 64)
  useLinkLanguage(query)
  useEffect(() => {
    if (!refer) go('invite', {}, { replace: true })
  }, [refer])
  return refer ? <Poster refer={refer} /> : null
}

function Poster({ refer }: { refer: string }) {
  const [svg, draw] = useState<string | null>(null)
  const [picture, show] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [notice, say] = useState<string | null>(null)
  const url = inviteLink(refer)
  const [title, subtitle, code] = [t('invite.poster.title'), t('invite.poster.subtitle'), refer]

  useEffect(() => {
    let isWanted = true
    import('./parts/poster.ts').then(
      ({ addressOf, posterSvg }) => {
        if (!isWanted) return
        const drawn = posterSvg(url, { title, subtitle, code })
        draw(drawn)
        show(addressOf(drawn))
      },
      () => say(t('invite.poster.failed')),
    )
    return () => {
      isWanted = false
    }
  }, [url, title, subtitle, code])

  async function save() {
    if (!svg) return
    setBusy(true)
    const isKept = await keep(svg, `glaze-${code}.png`).catch(() => false)
    setBusy(false)
    if (!isKept) say(t('invite.poster.byHand'))
  }

  return (
    <Page title={t('invite.poster')}>
      {picture ? (
        <img class={paper} src={picture} alt={t('invite.poster.alt', { code })} width={720} height={1080} />
      ) : (
        <span class={`bone ${paper}`} aria-busy="true" />
      )}
      <Notice text={notice} tone="info" />
      <ShareActions url={url}>
        {isTelegram() ? (
          <p class="cap">{t('invite.poster.byHand')}</p>
        ) : (
          <Button kind="plain" isBusy={isBusy} isDisabled={!svg} onPress={save}>
            {t('invite.poster.save')}
          </Button>
        )}
      </ShareActions>
    </Page>
  )
}

/** As a picture file. Rejects where none can be drawn, or what it takes does not come. */
async function keep(svg: string, name: string): Promise<boolean> {
  const [{ pngOf }, { keepFile }] = await Promise.all([
    import('./parts/poster.ts'),
    import('../../hand-over.ts'),
  ])
  const png = await pngOf(svg)
  return png !== null && (await keepFile(png, name))
}

const paper = css`
  display: block;
  width: min(100%, 300px);
  height: auto;
  aspect-ratio: 2 / 3;
  margin: 0 auto;
  border-radius: 18px;
  box-shadow: var(--card-shadow);
`
