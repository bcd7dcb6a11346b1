import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useState } from 'react'
import { later } from '../chunks/later.tsx'
import { loadWords } from '../state/locale.ts'
import type { No } from '../trouble/trouble.ts'

const SecondAsk = later(async () => {
  const [{ SecondAsk }] = await Promise.all([import('./second-ask.tsx'), loadWords('second')])
  return SecondAsk
})

/** A code of the authenticator as it travels, once it was typed. */
export type WithCode = { secondCode?: string }

interface Asked {
  ask: (typed: WithCode) => Promise<No>
  settle: (reply: No) => void
}

/**
 * For calls that may ask for the authenticator of a customer: `withSecond` sends without a code, and again with the one
 * that is typed into `part`, which stands in place of the form for as long. The answer is the last one; called off, it has
 * no key.
 */
export function useSecondCode(): {
  withSecond: <R extends No>(ask: (typed: WithCode) => Promise<R>) => Promise<R>
  part: ComponentChildren
} {
  const [asked, setAsked] = useState<Asked | null>(null)

  async function withSecond<R extends No>(ask: (typed: WithCode) => Promise<R>): Promise<R> {
    const first = await ask({})
    if (first.key !== 'second_factor_required') return first
    const last = await new Promise<No>(settle => setAsked({ ask, settle }))
    setAsked(null)
    return last as R
  }

  return { withSecond, part: asked && <Asking {...asked} /> }
}

/** Where it stands may go, a sheet or the page: that calls it off. */
function Asking({ ask, settle }: Asked) {
  useLayoutEffect(() => () => settle({ ok: false }), [settle])
  return (
    <SecondAsk
      ask={secondCode => ask({ secondCode })}
      onAnswer={settle}
      onCancel={() => settle({ ok: false })}
    />
  )
}
