import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type InstallProps, offer } from './install.ts'

/** Offers the home screen, when everything else is there; `isAlways`, to somebody who has looked at it lately too. */
export function Install({ isAlways }: Pick<InstallProps, 'isAlways'>) {
  const [Part, show] = useState<ComponentType<InstallProps> | null>(null)
  useEffect(() => {
    import('./install-row.tsx')
      .then(({ installRow }) => installRow())
      .then(
        part => show(() => part),
        () => {},
      )
  }, [])
  return Part && <Part offer={offer} isAlways={isAlways} />
}
