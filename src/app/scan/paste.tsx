import { useState } from 'react'
import { t } from '../state/locale.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'

/** What a code says, as text: pasted or typed. */
export function Paste({ onText, onBack }: { onText: (text: string) => void; onBack: () => void }) {
  const [text, setText] = useState('')
  const [isMissed, setMissed] = useState(false)
  const canRead = Boolean(globalThis.navigator.clipboard?.readText)

  const write = (value: string) => {
    setMissed(false)
    setText(value)
  }
  const paste = () => navigator.clipboard.readText().then(write, () => {})

  return (
    <form
      style="display:grid;gap:16px"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (text.trim()) onText(text)
        else setMissed(true)
      }}
    >
      <Field
        label={t('scan.pasteLabel')}
        value={text}
        onInput={write}
        rows={3}
        error={isMissed ? t('scan.empty') : null}
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
