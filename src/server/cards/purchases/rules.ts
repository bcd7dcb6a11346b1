import type { CardRules } from '../../../contract/card-control.ts'
import type { Db } from '../../database/database.ts'
import type { CardStop, CardTable } from '../tables.ts'

const stops = ['online', 'contactless', 'atm', 'abroad'] as const satisfies readonly CardStop[]

/** Where a card may be used, as it travels. */
export function rulesOf(card: Pick<CardTable, 'stops' | 'countries'>): CardRules {
  const isOpen = (stop: CardStop) => !card.stops?.includes(stop)
  return {
    online: isOpen('online'),
    contactless: isOpen('contactless'),
    atm: isOpen('atm'),
    abroad: isOpen('abroad'),
    countries: card.countries,
  }
}

/** Whether the second rules let a card pay anywhere that the first do not. */
export function allowMore(before: CardRules, after: CardRules): boolean {
  if (stops.some(stop => after[stop] && !before[stop])) return true
  if (before.countries === null) return false
  return after.countries === null || after.countries.some(country => !before.countries?.includes(country))
}

/** A card's row once it may be used there. */
export function withRules<Card extends Pick<CardTable, 'stops' | 'countries'>>(
  card: Card,
  rules: CardRules,
): Card {
  const stopped = stops.filter(stop => !rules[stop])
  return { ...card, stops: stopped.length > 0 ? stopped : null, countries: rules.countries }
}

/** Writes where a card may be used. The caller has locked it. */
export async function setRules(db: Db, card: CardTable, rules: CardRules): Promise<void> {
  const { stops, countries } = withRules(card, rules)
  await db.updateTable('cards').set({ stops, countries }).where('id', '=', card.id).execute()
}
