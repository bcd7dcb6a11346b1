import { gamblingWaitHours, type ShopKind, shopKinds } from '../../../contract/shops.ts'
import type { CardRules, RuleChange } from '../../../contract/usage.ts'
import type { Db } from '../../database/database.ts'
import type { CardStop, CardTable } from '../tables.ts'

const stops = ['online', 'contactless', 'atm', 'abroad'] as const satisfies readonly CardStop[]

/** What of a card its rules are read from. */
type RuledCard = Pick<CardTable, 'stops' | 'countries' | 'stopped_shops' | 'gambling_from' | 'is_single_use'>

/** Rules that stop nothing. */
export const everywhere: CardRules = {
  online: true,
  contactless: true,
  atm: true,
  abroad: true,
  countries: null,
  isSingleUse: false,
  shops: shopsWhere(() => true),
  gamblingFrom: null,
}

/** Where a card may be used at that time, as it travels. */
export function rulesOf(card: RuledCard, at = new Date()): CardRules {
  const isOpen = (stop: CardStop) => !card.stops?.includes(stop)
  const pays = (shop: ShopKind) => !isStoppedShop(card, { shop, at })
  return {
    online: isOpen('online'),
    contactless: isOpen('contactless'),
    atm: isOpen('atm'),
    abroad: isOpen('abroad'),
    countries: card.countries,
    isSingleUse: card.is_single_use,
    shops: shopsWhere(pays),
    gamblingFrom: pays('gambling') ? null : (card.gambling_from?.toISOString() ?? null),
  }
}

function shopsWhere(pays: (shop: ShopKind) => boolean): Record<ShopKind, boolean> {
  const [gambling, adult, alcohol] = [pays('gambling'), pays('adult'), pays('alcohol')]
  return { gambling, adult, alcohol, money: pays('money'), games: pays('games'), travel: pays('travel') }
}

/** Whether the owner of a card does not let it pay that kind of shop, or no longer waits to. */
export function isStoppedShop(
  { stopped_shops, gambling_from }: Pick<RuledCard, 'stopped_shops' | 'gambling_from'>,
  { shop, at }: { shop: ShopKind; at: Date },
): boolean {
  if (!stopped_shops?.includes(shop)) return false
  return shop !== 'gambling' || gambling_from === null || at < gambling_from
}

/** The rules after a change of them. Gambling that is to be allowed stays stopped until its time has come. */
export function rulesAfter(before: CardRules, { shops, countries, ...set }: RuleChange): CardRules {
  const waits = shops?.gambling === true && !before.shops.gambling
  const isSame = shops?.gambling === undefined || waits
  return {
    online: set.online ?? before.online,
    contactless: set.contactless ?? before.contactless,
    atm: set.atm ?? before.atm,
    abroad: set.abroad ?? before.abroad,
    countries: countries === undefined ? before.countries : countries && [...new Set(countries)].sort(),
    isSingleUse: set.isSingleUse ?? before.isSingleUse,
    shops: shopsWhere(shop => (shop === 'gambling' && waits ? false : (shops?.[shop] ?? before.shops[shop]))),
    gamblingFrom: (isSame ? before.gamblingFrom : null) ?? (waits ? inHours(gamblingWaitHours) : null),
  }
}

function inHours(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString()
}

/** Whether the second rules let a card pay anywhere or as often as the first do not, now or later. */
export function allowMore(before: CardRules, after: CardRules): boolean {
  if (stops.some(stop => after[stop] && !before[stop])) return true
  if (shopKinds.some(shop => after.shops[shop] && !before.shops[shop])) return true
  if (after.gamblingFrom !== null && before.gamblingFrom === null) return true
  if (before.isSingleUse && !after.isSingleUse) return true
  if (before.countries === null) return false
  return after.countries === null || after.countries.some(country => !before.countries?.includes(country))
}

/** A card's row once it may be used there. */
export function withRules<Card extends RuledCard>(card: Card, rules: CardRules): Card {
  const { countries, gamblingFrom } = rules
  const stopped = stops.filter(stop => !rules[stop])
  const stoppedShops = shopKinds.filter(shop => !rules.shops[shop])
  return {
    ...card,
    stops: stopped.length > 0 ? stopped : null,
    countries,
    stopped_shops: stoppedShops.length > 0 ? stoppedShops : null,
    gambling_from: gamblingFrom === null ? null : new Date(gamblingFrom),
    is_single_use: rules.isSingleUse,
  }
}

/** Writes where a card may be used. The caller has locked it. */
export async function setRules(db: Db, card: CardTable, rules: CardRules): Promise<void> {
  const { stops, countries, stopped_shops, gambling_from, is_single_use } = withRules(card, rules)
  await db
    .updateTable('cards')
    .set({ stops, countries, stopped_shops, gambling_from, is_single_use })
    .where('id', '=', card.id)
    .execute()
}
