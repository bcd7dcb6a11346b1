import { type RouteName, routeNames } from '../../../src/app/routing/route-names.ts'
import * as account from '../../../src/contract/account.ts'
import { editKyc } from '../../../src/contract/identity.ts'
import { profile } from '../../fixtures/identity/profile.ts'
import { openTown, type Town } from '../town/town.ts'
import { type FullLife, liveFully } from './full-life.ts'
import { type Phone, readyPhone, registeredPhone } from './phone.ts'

/** What a browser holds of somebody who is signed in; `browser.newContext({ storageState })` takes it as it is. */
export interface Kept {
  cookies: []
  origins: { origin: string; localStorage: { name: string; value: string }[] }[]
}

/**
 * A running town with one customer who has everything: verified, PIN set, deposits in two coins, bills of many kinds
 * (purchases, a declined one, a conversion, recharges, fees), two virtual cards, a physical one that waits for its
 * activation and an application that is being made, two addresses, an address book, a withdrawal that waits an hour,
 * messages of every kind, a ticket and an invited friend.
 */
export interface FullTown {
  town: Town
  life: FullLife
  /**
   * A session of that customer's own, opened anew by each call (tokens rotate, two browsers cannot share one), from a
   * device that is known. The account speaks this language from then on: letters and messages follow it.
   */
  person(lang: 'zh' | 'en'): Promise<Kept>
  /** The same of somebody new, who has begun to verify with this document and has nothing else yet. */
  newcomer(lang: 'zh' | 'en', docType: 'idCard' | 'passport'): Promise<Kept>
  /** The place of a route in the app, with the query it needs and ids that exist: `/pages/bill2/bill2?cardId=…`. */
  pathOf(route: RouteName): string
}

const deviceKey = '00112233445566778899aabbccddeeff'
const password = 'porcelain1'

/** Opens the town and lives the whole life there, through the API; half a minute. Whoever opens it stops `town`. */
export async function openFullTown(): Promise<FullTown> {
  const town = await openTown({
    SANDBOX_ORDER_MS: '0',
    SANDBOX_BLOCK_MS: '500',
    WITHDRAWAL_WAIT_SECONDS: '1',
    WITHDRAWAL_CANCEL_SECONDS: '3600',
  })
  try {
    const phone = await readyPhone(town)
    const life = await liveFully(town, phone)
    const queries = queriesOf(life)
    return {
      town,
      life,
      person: lang => signIn(town, phone, lang),
      newcomer: (lang, docType) => beginAnew(town, { lang, docType }),
      pathOf: route => pathOf(route) + (queries[route] && `?${queries[route]}`),
    }
  } catch (error) {
    await town.stop()
    throw error
  }
}

async function signIn(town: Town, phone: Phone, lang: 'zh' | 'en'): Promise<Kept> {
  const { email } = phone
  await phone.succeed(account.updateUserInfo, { lang })
  const { token, userInfo } = await phone.succeed(account.login, { email, password, deviceKey })
  const stored = { deviceKey, accessToken: JSON.stringify(token), loginUserInfo: JSON.stringify(userInfo) }
  const localStorage = Object.entries(stored).map(([name, value]) => ({ name, value }))
  return { cookies: [], origins: [{ origin: town.appUrl, localStorage }] }
}

async function beginAnew(
  town: Town,
  { lang, docType }: { lang: 'zh' | 'en'; docType: 'idCard' | 'passport' },
): Promise<Kept> {
  const phone = await registeredPhone(town)
  const session = await signIn(town, phone, lang)
  await phone.succeed(editKyc, { ...profile, docType })
  return session
}

function pathOf(route: RouteName): string {
  if (route === 'index') return '/'
  return route.includes('-') ? `/${route}` : `/pages/${route}/${route}`
}

/** The query that each route is opened with; none for most. */
function queriesOf(life: FullLife): Record<RouteName, string> {
  const { cardId, secondCardId, physicalCardId, applicationId, addressId, messageId, referCode } = life
  const none = Object.fromEntries(routeNames.map(route => [route, ''])) as Record<RouteName, string>
  return {
    ...none,
    selectCoin: 'for=in',
    transferIn: 'coin=USDT&chain=ERC20',
    transferOut: 'coin=USDT&chain=ERC20',
    info: 'key=service',
    bill2: `cardId=${cardId}`,
    cardDetail: `id=${cardId}`,
    openCard: 'cardTypeId=celadon',
    openCardKyc: 'cardTypeId=celadon',
    payOpenCard: 'cardTypeId=celadon&amount=50',
    selectRecharge: `cardId=${cardId}`,
    rechargeCard: `cardId=${cardId}`,
    rechargeCard2: `cardId=${cardId}`,
    convertWallet: 'coin=ETH',
    convertCard: `cardId=${cardId}`,
    makeCard: `cardId=${secondCardId}&id=${applicationId}`,
    activateCard: `id=${physicalCardId}`,
    activateCardStep2: `id=${physicalCardId}`,
    motifyCardPhone: `id=${physicalCardId}`,
    address: `_id=${addressId}`,
    messages: 'kind=system',
    messages2: 'kind=balance',
    message: `id=${messageId}`,
    sharePage: `refer=${referCode}`,
    sharePage2: `refer=${referCode}`,
    'open-location': `_id=${addressId}`,
  }
}
