import type { ComponentChildren } from 'preact'
import { link } from './hash-location.tsx'
import { t } from './state/locale.ts'
import { Button } from './ui/button.tsx'
import { Page } from './ui/page.tsx'
import { Result } from './ui/seal.tsx'

export interface UnknownPageProps {
  title: string
  onAsk: () => void
  /** What was asked for. */
  children?: ComponentChildren
}

/** No answer came: it may have happened. Asking again is safe. */
export function UnknownPage({ title, onAsk, children }: UnknownPageProps) {
  return (
    <Page
      title={title}
      footer={
        <>
          <Button onPress={onAsk}>{t('unknown.ask')}</Button>
          <Button kind="quiet" href={link('bill')}>
            {t('unknown.bills')}
          </Button>
        </>
      }
    >
      <Result state="processing" title={t('unknown.title')}>
        <p>{t('unknown.text')}</p>
      </Result>
      {children}
    </Page>
  )
}
