import { go, link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { Result } from '../../../../ui/seal.tsx'
import { keepBriefly } from './kept-briefly.ts'

/** What a link from a letter has taken back; every way in is closed, so a new password is next. */
export function Undone({ email, title, text }: { email: string; title: string; text: string }) {
  function onward() {
    keepBriefly('forget', { email })
    go('forget', {}, { replace: true })
  }
  return (
    <>
      <Result state="done" title={title}>
        <p>{text}</p>
      </Result>
      <Button onPress={onward}>{t('account.undoEmail.on')}</Button>
    </>
  )
}

/** A link from a letter that is good for nothing any more. */
export function LinkOver({ text }: { text: string }) {
  return (
    <>
      <Notice text={text} />
      <Button href={link('service')}>{t('account.contact')}</Button>
      <Button kind="plain" href={link('login')}>
        {t('account.forget.login')}
      </Button>
    </>
  )
}
