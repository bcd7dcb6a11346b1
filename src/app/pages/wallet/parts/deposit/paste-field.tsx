import { useState } from 'react'
import { t } from '../../../../state/locale.ts'
import { Field, type FieldProps } from '../../../../ui/field.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { clipboardText } from '../clipboard.ts'

interface PasteFieldProps extends Pick<FieldProps, 'label' | 'value' | 'onInput' | 'onBlur' | 'error'> {
  /** What lay on the clipboard is written as if it was typed, after this. */
  onPaste?: (text: string) => void
}

/** A text of some lines with a button that pastes it; where the clipboard cannot be read, it says how else. */
export function PasteField({ onInput, onPaste, ...field }: PasteFieldProps) {
  const [isUnread, setUnread] = useState(false)

  function write(text: string) {
    setUnread(false)
    onInput(text)
  }
  async function paste() {
    const text = await clipboardText()
    if (!text) return setUnread(true)
    onPaste?.(text)
    write(text)
  }

  return (
    <>
      <Field
        {...field}
        onInput={write}
        rows={3}
        isCode
        after={
          <button type="button" onClick={paste}>
            {t('wallet.out.paste')}
          </button>
        }
      />
      <Notice tone="warn" text={isUnread ? t('wallet.out.pasteFailed') : null} />
    </>
  )
}
