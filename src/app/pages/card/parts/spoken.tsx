import type { ComponentChildren } from 'preact'
import { useCallback, useEffect, useState } from 'react'
import { loadWords } from '../../../state/locale.ts'
import { Page } from '../../../ui/page.tsx'
import { ErrorView, Skeleton } from '../../../ui/states.tsx'

let isHere = false

/** What speaks of physical cards, once their words are here: few people have one, so they are a file of their own. */
export function Spoken({ title, children }: { title?: string; children: () => ComponentChildren }) {
  const [state, tell] = useState<'loading' | 'ready' | 'failed'>(isHere ? 'ready' : 'loading')
  const attempt = useCallback(() => {
    loadWords('physical').then(
      () => {
        isHere = true
        tell('ready')
      },
      () => tell('failed'),
    )
  }, [])
  useEffect(attempt, [attempt])
  if (state === 'ready') return <>{children()}</>
  const wait = state === 'failed' ? <ErrorView onRetry={attempt} /> : <Skeleton />
  return title ? <Page title={title}>{wait}</Page> : wait
}
