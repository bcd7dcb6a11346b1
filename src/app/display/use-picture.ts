import { useEffect, useState } from 'react'
import { keepFile } from '../hand-over.ts'
import { t } from '../state/locale.ts'
import { toast } from '../ui/toast.tsx'

/** Keeps what is drawn as a picture; where no file can be kept, as inside Telegram, its address is there to be shown. */
export function usePicture(draw: () => Promise<Blob | null>, name: string) {
  const [picture, show] = useState<string | null>(null)
  useEffect(() => () => URL.revokeObjectURL(picture ?? ''), [picture])

  async function save() {
    const drawn = await draw().catch(() => null)
    if (!drawn) return toast(t('picture.failed'))
    const isKept = await keepFile(drawn, name).catch(() => false)
    if (!isKept) show(URL.createObjectURL(drawn))
  }
  return { picture, save, putAway: () => show(null) }
}
