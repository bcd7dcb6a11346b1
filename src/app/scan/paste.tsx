import { useState } from 'react'
import { t } from '../state/locale.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'

/** What a code says, as text: pasted or typed. */
export function Paste({ onText, onBack }: { onText: (text: string) => void; onBack: () => void }) {
  const [text, setText] = useState('')
  const [trouble, say] = useState<'empty' | 'pasteFailed' | null>(null)
  const canRead = Boolean(globalThis.navigator.clipboard?.readText)

  const write = (value: string) => {
    say(null)
    setText(value)
  }
  const paste = () => navigator.clipboard.readText().then(write, () => say('pasteFailed'))

  return (
    <form
      style="display:grid;gap:16px"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (text.trim()) onText(text)
        else say('empty')
      }}
    >
      <Field
        label={t('scan.pasteLabel')}
        value={text}
        onInput={write}
        rows={3}
        isCode
        error={trouble && t(`scan.${trouble}`)}
        after={
          canRead && (
            <button type="button" onClick={paste}>
              {t('scan.pasteNow')}
            </button>
          )
        }
      />
      <Button type="submit">{t('scan.read')}</Button>
      <Button kind="quiet" onPress={onBack}>
        {t('scan.again')}
      </Button>
    </form>
  )
}
