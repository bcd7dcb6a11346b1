import { css } from 'goober'
import { useState } from 'react'
import { link } from '../../../../routing/hash-location.tsx'
import { inviteLink, sharedLink } from '../../../../routing/invite-link.ts'
import { t } from '../../../../state/locale.ts'
import { share } from '../../../../telegram/outward.ts'
import { Button } from '../../../../ui/button.tsx'
import { copy } from '../../../../ui/copy-button.tsx'
import { List, Row } from '../../../../ui/list.tsx'
import { toast } from '../../../../ui/toast.tsx'

/** Recommends the app to friends: copy the link, share it, or see the whole of it. */
export function Recommend({ code }: { code: string }) {
  const [isBusy, setBusy] = useState(false)
  const url = inviteLink(code)

  async function copyLink() {
    toast(t((await copy(url)) ? 'account.recommend.copied' : 'copy.failed'))
  }

  async function press() {
    setBusy(true)
    const isShared = await share(await sharedLink(url), t('account.recommend.text'))
    setBusy(false)
    if (!isShared) await copyLink()
  }

  return (
    <section class={box}>
      <List>
        <Row
          icon="gift"
          title={t('account.recommend')}
          note={t('account.recommend.note', { code })}
          href={link('invite')}
        />
      </List>
      <div>
        <Button kind="plain" onPress={copyLink}>
          {t('account.recommend.copy')}
        </Button>
        <Button kind="plain" isBusy={isBusy} onPress={press}>
          {t('account.recommend.share')}
        </Button>
      </div>
    </section>
  )
}

const box = css`
  display: grid;
  gap: 8px;
  & > div {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 12px;
  }
`
