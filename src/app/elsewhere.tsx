import { currentRoute, link } from './hash-location.tsx'
import type { RouteName } from './route-names.ts'
import { t } from './state/locale.ts'
import { Button } from './ui/button.tsx'
import { Page } from './ui/page.tsx'
import { Empty } from './ui/states.tsx'
import { isTab } from './ui/tabs.tsx'

type ComingKey = Parameters<typeof t>[0] & `coming.${string}`

/** A route of the specification that is not built yet: says what it will offer, and leads on. */
export function Coming() {
  const name = currentRoute.value as RouteName
  return (
    <Page title={t(`coming.${name}.title` as ComingKey)} isTabPage={isTab(name)}>
      <Empty icon="construction" text={t(`coming.${name}.text` as ComingKey)}>
        <p class="cap">{t('coming.note')}</p>
        <Button kind="plain" href={link('index')}>
          {t('coming.home')}
        </Button>
      </Empty>
    </Page>
  )
}

/** A place that does not exist. */
export function NotFound() {
  return (
    <Page title={t('coming.notFound.title')}>
      <Empty icon="search" text={t('coming.notFound.text')}>
        <Button kind="plain" href={link('index')}>
          {t('coming.home')}
        </Button>
      </Empty>
    </Page>
  )
}
