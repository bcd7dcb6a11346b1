import { load } from 'virtual:pages'
import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { tryOften } from '../chunks/lazily.ts'
import { loadWords, t } from '../state/locale.ts'
import { toast } from '../ui/toast.tsx'
import type { ScanProps } from './scan.tsx'

const sheet = signal<ComponentType<ScanProps> | null>(null)
let isLoading = false
/** Which page it is asked for: one that has gone meanwhile gets none. */
let visit = 0

/** Opens the scan sheet over the page that shows a `Scanner`. */
export async function openScan() {
  if (isLoading) return
  isLoading = true
  const mine = visit
  window.glaze?.preload('scan')
  try {
    const [loaded] = await tryOften('scan', () =>
      Promise.all([load<ScanProps>('scan'), loadWords('scan'), loadWords('forms')]),
    )
    if (mine === visit) sheet.value = loaded.default
  } catch {
    toast(t('refusal.network'))
  }
  isLoading = false
}

function close() {
  sheet.value = null
}

/** Where the sheet appears; when the page goes, it goes. A page takes itself what it is there for. */
export function Scanner(takers: Omit<ScanProps, 'onClose'>) {
  useEffect(
    () => () => {
      visit += 1
      close()
    },
    [],
  )
  const Sheet = sheet.value
  return Sheet && <Sheet onClose={close} {...takers} />
}
