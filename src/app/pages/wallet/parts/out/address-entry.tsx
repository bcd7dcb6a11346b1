import { css } from 'goober'
import { openScan } from '../../../../scan/scanner.tsx'
import { t } from '../../../../state/locale.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { Field } from '../../../../ui/field.tsx'
import { toast } from '../../../../ui/toast.tsx'
import { clipboardText } from '../clipboard.ts'
import { Ways } from '../ways.tsx'

interface AddressEntryProps {
  chain: string
  typed: string
  onInput: (typed: string) => void
  onBlur: () => void
  error: string | null
  isAsking: boolean
}

/** An address that is typed, pasted or scanned; gaps between its groups are taken out. */
export function AddressEntry({ chain, typed, onInput, onBlur, error, isAsking }: AddressEntryProps) {
  const write = (text: string) => onInput(text.replace(/\s/g, ''))

  async function paste() {
    const text = await clipboardText()
    if (!text) return toast(t('wallet.out.pasteFailed'))
    feel('light')
    write(text)
  }

  return (
    <div class={entry}>
      <Field
        label={t('wallet.out.to', { chain })}
        value={typed}
        onInput={write}
        onBlur={onBlur}
        rows={2}
        isCode
        placeholder={t('wallet.out.toHint', { chain })}
        error={error}
        hint={isAsking ? t('wallet.out.checking') : undefined}
      />
      <Ways
        of={[
          { icon: 'inbox', text: t('wallet.out.paste'), onPress: paste },
          { icon: 'scan-line', text: t('wallet.out.scan'), onPress: openScan },
        ]}
      />
    </div>
  )
}

const entry = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  & textarea:not(:placeholder-shown) {
    font-family: ui-monospace, "SF Mono", Menlo, "Roboto Mono", "DejaVu Sans Mono", monospace;
    word-break: break-all;
  }
`
