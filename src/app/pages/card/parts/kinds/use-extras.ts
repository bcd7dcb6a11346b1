import { useEffect, useState } from 'react'
import { addresses, getMailingCost } from '../../../../../contract/address.ts'
import { type CardType, cards } from '../../../../../contract/card.ts'
import { send } from '../../../../send.ts'
import { isSignedIn } from '../../../../state/session.ts'
import { isOver } from '../order.ts'
import { cheapestVirtual, type Extras } from './extras.ts'

/** What a physical card costs beside its kind: to the default address, else to where this phone's language is spoken. */
export function useExtras(kinds: CardType[]): Extras {
  const isKnown = isSignedIn.value
  const isAsked = kinds.some(({ type }) => type === 'physical')
  const [found, find] = useState<Omit<Extras, 'virtual'>>(() => ({
    country: regionHere(),
    mailing: undefined,
    hasVirtual: false,
  }))

  // biome-ignore lint/correctness/useExhaustiveDependencies: another customer has other addresses and cards
  useEffect(() => {
    if (!isAsked) return
    const stop = new AbortController()
    const options = { signal: stop.signal, background: true }
    async function read() {
      const [saved, mine] = isKnown
        ? await Promise.all([
            send(addresses, { pageSize: 20, page: 1 }, options),
            send(cards, { pageSize: 100, page: 1 }, options),
          ])
        : []
      const own = saved?.ok ? saved.data.list : []
      const country = (own.find(({ isDefault }) => isDefault) ?? own[0])?.country ?? regionHere()
      const hasVirtual =
        mine?.ok === true && mine.data.list.some(card => card.type === 'virtual' && !isOver(card))
      const cost = await send(getMailingCost, { country }, options)
      if (stop.signal.aborted) return
      find({ country, hasVirtual, mailing: cost.ok ? (cost.data?.cost ?? null) : undefined })
    }
    read()
    return () => stop.abort()
  }, [isAsked, isKnown])

  return { ...found, virtual: found.hasVirtual ? null : cheapestVirtual(kinds) }
}

function regionHere(): string {
  try {
    return new Intl.Locale(navigator.language).maximize().region ?? 'CN'
  } catch {
    // A language that the phone names in a way of its own (`en-US@posix`).
    return 'CN'
  }
}
