import { css } from 'goober'
import { useState } from 'react'
import { go } from '../../../routing/hash-location.tsx'
import { t } from '../../../state/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { keepKycDraft } from './kept.ts'

/** Begins anew, once somebody has read what that means. */
export function Restart({ back }: { back: string | undefined }) {
  const [isOpen, open] = useState(false)

  function restart() {
    open(false)
    keepKycDraft({ isRestart: true })
    go('idAuthNew', { restart: 1, back }, { replace: true })
  }

  return (
    <>
      <Button kind="quiet" onPress={() => open(true)}>
        {t('identity.restart')}
      </Button>
      <Sheet isOpen={isOpen} title={t('identity.restart.title')} onClose={() => open(false)}>
        <p class={text}>{t('identity.restart.text')}</p>
        <Button kind="danger" onPress={restart}>
          {t('identity.restart.yes')}
        </Button>
        <Button kind="plain" onPress={() => open(false)}>
          {t('identity.restart.no')}
        </Button>
      </Sheet>
    </>
  )
}

const text = css`
  color: var(--text-2);
`
