import { css } from 'goober'
import { usePicture } from '../display/use-picture.ts'
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

/** A result for others: in words through Telegram or the system, else copied; or as a picture that is kept, else shown. */
export function Receipt({ title, lines }: ReceiptProps) {
  const told = lines.filter((line): line is [string, string] => Boolean(line[1]))
  const { picture, save } = usePicture(async () => {
    const { drawReceipt } = await import('./receipt-picture.ts')
    return await drawReceipt({ title, lines: told, caution: t('receipt.caution') })
  }, 'glaze-receipt.png')
  const text = [
    `Glaze 釉 · ${title}`,
    ...told.map(([label, value]) => t('receipt.line', { label, value })),
  ].join('\n')

  async function press() {
    if (await shareText({ text, address: location.origin })) return
    if (!(await copy(text))) return toast(t('state.failed'))
    feel('light')
    toast(t('receipt.copied'))
  }
  return (
    <div class={box}>
      <div>
        <Button kind="quiet" onPress={press}>
          {t('receipt.share')}
        </Button>
        <Button kind="quiet" onPress={save}>
          {t('picture.save')}
        </Button>
      </div>
      {picture && (
        <>
          <p class="cap" role="status">
            {t('picture.longPress')}
          </p>
          <img src={picture} alt={text} />
        </>
      )}
    </div>
  )
}

const box = css`
  display: grid;
  gap: 8px;
  text-align: center;
  & > div {
    display: grid;
    grid-template-columns: 1fr 1fr;
  }
  & img {
    width: 100%;
    border-radius: 16px;
    box-shadow: 0 0 0 1px var(--line);
  }
`
