import { t } from '../state/locale.ts'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'
import { link } from './hash-location.tsx'

/** A place that does not exist. */
export default function Nowhere() {
  return (
    <Page title={t('nowhere.title')}>
      <Empty icon="search" text={t('nowhere.text')}>
        <Button kind="plain" href={link('index')}>
          {t('nowhere.home')}
        </Button>
      </Empty>
    </Page>
  )
}
