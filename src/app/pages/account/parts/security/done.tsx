import type { ComponentChildren } from 'preact'
import { link } from '../../../../routing/hash-location.tsx'
import { t } from '../../../../state/locale.ts'
import { Button } from '../../../../ui/button.tsx'
import { Result } from '../../../../ui/seal.tsx'

interface DoneProps {
  title: string
  text: string
  /** What holds from now on. */
  children?: ComponentChildren
}

/** What was done for the safety of the account, and the way back to it. */
export function Done({ title, text, children }: DoneProps) {
  return (
    <>
      <Result state="done" title={title}>
        <p>{text}</p>
      </Result>
      {children}
      <Button href={link('safeCenter')}>{t('account.newPassword.back')}</Button>
    </>
  )
}
