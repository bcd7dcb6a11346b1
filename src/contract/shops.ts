/** Kinds of shops that the owner of a card can stop it from paying. */
export const shopKinds = ['gambling', 'adult', 'alcohol', 'money', 'games', 'travel'] as const
/** One of them. */
export type ShopKind = (typeof shopKinds)[number]

/** Hours until gambling is let through again once its owner has asked for that. */
export const gamblingWaitHours = 48
