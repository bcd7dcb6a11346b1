import { capFor, cappedMax, capsOf, setCap } from '../../cards/purchases/merchant-caps.ts'
import { Refused } from '../../http/refused.ts'
import type { Adjustment } from './adjust-card.ts'
import { chosenMinor } from './chosen-amount.ts'

/**
 * What one merchant may take within thirty days. A lower one, and a first one, is free; a higher one and none take the PIN.
 */
export function capping({
  merchant,
  cap,
}: {
  merchant: string
  cap: string | null
}): Pick<Adjustment, 'step' | 'write' | 'told'> {
  const capMinor = cap === null ? null : chosenMinor(cap)
  return {
    step: async (card, db) => {
      const before = capFor(await capsOf(db, card.id), merchant)?.cap_minor ?? null
      if (before === capMinor) return 'nothing'
      return before !== null && (capMinor === null || capMinor > before) ? 'more' : 'less'
    },
    write: async (db, card) => {
      const caps = await capsOf(db, card.id)
      if (capMinor !== null && !capFor(caps, merchant) && caps.length >= cappedMax)
        throw new Refused('limit_exceeded', { which: 'merchants', limit: `${cappedMax}`, left: '0' })
      await setCap(db, { cardId: card.id, merchant, capMinor })
    },
    told: { event: 'merchantCap', merchant, ...(cap !== null && { limit: cap, currency: 'USD' }) },
  }
}
