import { type ShopKind, shopKinds } from '../../../contract/shops.ts'

/**
 * Merchant category codes of each kind of shop, from and to (ISO 18245:2023). What is sold under a code, and the ranges of
 * airlines, hotels and rented cars, are as Visa's Merchant Data Standards Manual and Mastercard's Quick Reference Booklet
 * describe them.
 */
const codes: Record<ShopKind, readonly (readonly [number, number])[]> = {
  // Lotteries of states, licensed casinos and races online, betting of every other kind, lotteries outside the US.
  gambling: [
    [7800, 7802],
    [7995, 7995],
    [9406, 9406],
  ],
  // Content sold by telephone or online to whoever calls, dating and escorts.
  adult: [
    [5967, 5967],
    [7273, 7273],
  ],
  // Bars and clubs, liquor stores, tobacconists.
  alcohol: [
    [5813, 5813],
    [5921, 5921],
    [5993, 5993],
  ],
  // Money sent, quasi-cash and crypto, brokers, loading of other cards and wallets.
  money: [
    [4829, 4829],
    [6050, 6051],
    [6211, 6211],
    [6538, 6538],
    [6540, 6540],
  ],
  // Media, games and apps that are downloaded, and large sellers of all of these; arcades.
  games: [
    [5815, 5818],
    [7993, 7994],
  ],
  // Airlines, rented cars and hotels by name and by themselves; trains, cruises, agencies, camping.
  travel: [
    [3000, 3999],
    [4112, 4112],
    [4411, 4411],
    [4511, 4511],
    [4722, 4723],
    [7011, 7012],
    [7033, 7033],
    [7512, 7513],
    [7519, 7519],
  ],
}

/** The kind of shop that a code stands for; null of every other shop, of a code that is unknown and where none was told. */
export function shopKindOf(mcc: string): ShopKind | null {
  if (!/^\d{1,4}$/.test(mcc)) return null
  const code = Number(mcc)
  return shopKinds.find(kind => codes[kind].some(([from, to]) => code >= from && code <= to)) ?? null
}
