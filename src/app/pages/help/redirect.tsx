import { useEffect } from 'react'
import { goTo, link } from '../../routing/hash-location.tsx'
import { ownRoute } from '../../routing/own-route.ts'
import type { PageProps } from '../../routing/routes.ts'
import { t } from '../../state/locale.ts'
import { keys, recall, remember } from '../../storage.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Result } from '../../ui/seal.tsx'

const pauseMs = { plain: 400, told: 1_600 }

/** Where a partner's page leads back to. Goes on to a place of this app, and to nowhere else. */
export default function Redirect({ query }: PageProps) {
  const { target, result } = query
  const next = target ? ownRoute(target) : kept()
  const onward = next && !next.startsWith('/pages/redirect/') ? next : null
  const state =
    onward === null ? 'failed' : result === 'fail' ? 'failed' : result === 'success' ? 'done' : 'processing'

  useEffect(() => {
    if (onward === null) return
    const timer = setTimeout(() => goOn(onward), result ? pauseMs.told : pauseMs.plain)
    return () => clearTimeout(timer)
  }, [onward, result])

  const words = onward === null ? (target ? 'foreign' : 'nowhere') : (known(result) ?? 'wait')
  return (
    <Page
      title={t('help.redirect')}
      footer={
        onward === null ? (
          <Button href={link('index')}>{t('state.home')}</Button>
        ) : (
          <Button onPress={() => goOn(onward)}>{t('help.redirect.on')}</Button>
        )
      }
    >
      <Result state={state} title={t(`help.redirect.${words}`)}>
        <p>{t(`help.redirect.${words}Text`)}</p>
      </Result>
    </Page>
  )
}

/** Where somebody was before they were sent away. */
function kept(): string | null {
  return ownRoute(recall<string>(keys.webView, '')) ?? ownRoute(recall<string>(keys.afterLogin, ''))
}

function goOn(to: string) {
  remember(keys.webView, null)
  remember(keys.afterLogin, null)
  goTo(to, { replace: true })
}

function known(result: string | undefined) {
  return (['success', 'fail', 'cancel'] as const).find(word => word === result)
}
