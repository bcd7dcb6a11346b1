import { shareText } from '../hand-over.ts'
import { t } from '../state/locale.ts'
import { feel } from '../telegram/telegram.ts'
import { Button } from '../ui/button.tsx'
import { copy } from '../ui/copy-button.tsx'
import { toast } from '../ui/toast.tsx'

interface ReceiptProps {
  /** What was done, as the result says it. */
  title: string
  /** What belongs to it: label and value; what is empty is left out. Nothing that has to stay hidden. */
  lines: [label: string, value: string | null | false][]
}

/** A result in words for others: through Telegram or the system, else it is copied. */
export function Receipt({ title, lines }: ReceiptProps) {
  async function press() {
    const told = lines
      .filter(([, value]) => value)
      .map(([label, value]) => t('receipt.line', { label, value: value as string }))
    const text = [`Glaze 釉 · ${title}`, ...told].join('\n')
    if (await shareText({ text, address: location.origin })) return
    if (!(await copy(text))) return toast(t('state.failed'))
    feel('light')
    toast(t('receipt.copied'))
  }
  return (
    <Button kind="quiet" onPress={press}>
      {t('receipt.share')}
    </Button>
  )
}
