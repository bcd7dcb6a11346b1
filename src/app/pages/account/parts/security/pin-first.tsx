import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'

/** What takes a fund PIN, to somebody who has none: says so, and leads to setting one and back. */
export function PinFirst({ text, back }: { text: string; back: string }) {
  return (
    <>
      <Notice tone="warn" text={text} />
      <Button href={link('updatePinCode', { back })}>{t('account.pin.set')}</Button>
    </>
  )
}
