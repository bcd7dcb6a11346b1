import { css } from 'goober'
import { useLayoutEffect, useState } from 'react'
import { keepFile } from '../../../../../hand-over.ts'
import { t } from '../../../../../state/locale.ts'
import { feel } from '../../../../../telegram/telegram.ts'
import { Button } from '../../../../../ui/button.tsx'
import { copy } from '../../../../../ui/copy-button.tsx'
import { Notice } from '../../../../../ui/notice.tsx'
import { paper } from '../../../../../ui/paper.ts'
import { toast } from '../../../../../ui/toast.tsx'

/** The ten recovery codes, this once, with every way to take them along. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const [isTaken, take] = useState(false)
  const text = codes.join('\n')
  // The form before ends far below.
  useLayoutEffect(() => scrollTo(0, 0), [])

  async function copyAll(done: string) {
    if (!(await copy(text))) return toast(t('copy.failed'))
    feel('light')
    take(true)
    toast(done)
  }

  async function save() {
    const file = new Blob([`${t('second.fileTitle')}\n\n${text}\n`], { type: 'text/plain' })
    if (!(await keepFile(file, 'glaze-recovery-codes.txt').catch(() => false)))
      return await copyAll(t('second.copiedInstead'))
    take(true)
  }

  return (
    <>
      <h2>{t('second.codes')}</h2>
      <p>{t('second.codesText')}</p>
      <ol class={`${paper} ${list}`} aria-label={t('second.codes')} data-secret>
        {codes.map(code => (
          <li key={code} class="num">
            {code}
          </li>
        ))}
      </ol>
      <Notice tone="warn" text={t('second.codesOnce')} />
      <Button kind={isTaken ? 'plain' : 'primary'} onPress={() => copyAll(t('copy.done'))}>
        {t('second.copyAll')}
      </Button>
      <Button kind="plain" onPress={save}>
        {t('second.save')}
      </Button>
      <Button kind={isTaken ? 'primary' : 'quiet'} onPress={onKept}>
        {t('second.kept')}
      </Button>
    </>
  )
}

const list = css`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  gap: 4px 12px;
  padding: 16px;
  list-style: none;
  & li {
    font-size: 1.0625rem;
    line-height: 1.75rem;
    font-weight: 600;
    text-align: center;
    user-select: all;
  }
`
