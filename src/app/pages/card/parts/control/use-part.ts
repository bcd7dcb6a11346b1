import { load } from 'virtual:pages'
import type { ComponentType } from 'preact'
import { useEffect, useState } from 'react'
import { tryOften } from '../../../../chunks/lazily.ts'
import { t } from '../../../../state/locale.ts'
import { toast } from '../../../../ui/toast.tsx'

/** A part that lies over the page, loaded when it is first wanted; null until it is here. */
export function usePart<Props>(name: string | null, onFail: () => void): ComponentType<Props> | null {
  const [part, setPart] = useState<{ name: string; Part: ComponentType<Props> } | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is to be loaded is all in the name
  useEffect(() => {
    if (!name || part?.name === name) return
    let isWanted = true
    window.glaze?.preload(name)
    tryOften(name, () => load<Props>(name)).then(
      ({ default: Part }) => isWanted && setPart({ name, Part }),
      () => {
        if (!isWanted) return
        toast(t('refusal.network'))
        onFail()
      },
    )
    return () => {
      isWanted = false
    }
  }, [name])

  return part && part.name === name ? part.Part : null
}
