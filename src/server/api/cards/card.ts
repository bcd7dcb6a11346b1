import type { Expression } from 'kysely'
import * as card from '../../../contract/card.ts'
import { format, parse } from '../../../contract/money.ts'
import { isTimezone, userById } from '../../account/users.ts'
import { writeBill } from '../../bills/bills.ts'
import { mentionedIn } from '../../bills/search.ts'
import { ownSession } from '../../cards/applications/cardholder-sessions.ts'
import { cardsOf, countCards, ownCard } from '../../cards/cards.ts'
import { type CardKind, kindById, shownKind } from '../../cards/kinds.ts'
import { refuseDebtor } from '../../cards/money/debts.ts'
import { rechargeMinor } from '../../cards/money/recharging.ts'
import { isOffered, kindsNow } from '../../cards/offers.ts'
import {
  type OpeningCost,
  openingCost,
  openingOf,
  openingsOf,
  reserve,
  writeOrder,
} from '../../cards/orders.ts'
import { purchasesOf } from '../../cards/purchases/purchase-list.ts'
import { spendingOf } from '../../cards/purchases/spending.ts'
import { wholeCard } from '../../cards/whole-card.ts'
import type { Db } from '../../database/database.ts'
import { lockCustomer } from '../../database/lock-customer.ts'
import { Denied, Refused } from '../../http/refused.ts'
import { newId } from '../../id.ts'
import { currentApplicant, isCertified } from '../../identity/applicants.ts'
import { enqueue } from '../../jobs/queue/outbox.ts'
import type { World } from '../../world.ts'
import { currentMonth, monthsBack, monthsBetween } from '../../zone.ts'
import { decideOnce } from '../deciding/decide-once.ts'
import type { Handlers } from '../handler.ts'

export const cardsMax = 5

/** Cards: kinds, opening and reading. */
export function cardApi(world: World): Handlers<typeof card> {
  const { db } = world

  return {
    async types({ page, pageSize, status }) {
      const kinds = (await kindsNow(db)).filter(kind => !status || kind.status === status)
      const list = kinds.slice((page - 1) * pageSize, page * pageSize).map(shownKind)
      return { list, total: kinds.length, page, pageSize }
    },

    async getCardType({ id }) {
      const kind = (await kindsNow(db)).find(kind => kind.id === id)
      if (!kind) throw new Refused('card_type_missing')
      return shownKind(kind)
    },

    async openCard(input, customer) {
      await refuseUncertified(db, { userId: customer.userId, requestId: input.requestId })
      return await decideOnce(world, { call: card.openCard, input, customer }, db =>
        order(db, { ...input, ...customer }),
      )
    },

    async getCreateCardSuccess({ orderId }, { userId }) {
      const opening = await openingOf(db, { userId, orderId })
      if (!opening) throw new Denied()
      return opening
    },

    async cards({ page, pageSize }, { userId }) {
      // Openings first: one that ends meanwhile is told twice rather than not at all.
      const openings = page === 1 ? await openingsOf(db, userId) : []
      return { ...(await cardsOf(db, { userId, page, pageSize })), openings, page, pageSize }
    },

    async detail({ id }, { userId }) {
      return await wholeCard(db, await ownCard(db, { userId, cardId: id }))
    },

    async cardTranscationList(input, { userId, lang }) {
      const { cardId, month, timezone, type, status, page, pageSize } = input
      await ownCard(db, { userId, cardId })
      const zone = await zoneOf(db, { userId, timezone })
      const keyword = input.keyword?.trim()
      const search = keyword && { keyword, lang: input.lang ?? lang }
      const filter = {
        cardId,
        month: month ?? currentMonth(zone),
        timezone: zone,
        channel: type,
        status,
        holds: search ? (id: Expression<string>) => mentionedIn(id, search) : undefined,
      }
      return await purchasesOf(db, filter, { page, pageSize })
    },

    async spending({ cardId, month, timezone }, { userId }) {
      await ownCard(db, { userId, cardId })
      const zone = await zoneOf(db, { userId, timezone })
      const until = month ?? currentMonth(zone)
      const from = monthsBack(new Date(`${until}-01`), spendingMonths - 1)
        .toISOString()
        .slice(0, 7)
      return await spendingOf(db, { cardId, months: monthsBetween({ from, until }), timezone: zone })
    },
  }
}

const spendingMonths = 6

/** The time zone asked for, else the customer's own. */
async function zoneOf(
  db: Db,
  { userId, timezone }: { userId: string; timezone: string | undefined },
): Promise<string> {
  const zone = timezone ?? (await userById(db, userId)).timezone
  if (!isTimezone(zone)) throw new Refused('input_invalid', { fields: { timezone: 'timezone' } })
  return zone
}

/** The first gate, before the PIN. A repeat passes: it gets its first answer whatever has become of the customer. */
async function refuseUncertified(db: Db, { userId, requestId }: { userId: string; requestId: string }) {
  if (await isCertified(db, userId)) return
  const earlier = await db
    .selectFrom('decisions')
    .select('request_id')
    .where('user_id', '=', userId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
  if (!earlier) throw new Refused('not_certified')
}

interface OrderInput {
  userId: string
  cardTypeId: string
  rechargeAmount?: string | undefined
  total?: string | undefined
  nickname?: string | undefined
  cardHolderId?: string | undefined
}

async function order(db: Db, input: OrderInput) {
  const { userId, cardTypeId, rechargeAmount = '0', total, nickname } = input
  const kind = kindById(cardTypeId)
  if (!kind) throw new Refused('card_type_missing')
  // A physical card is applied for, not opened.
  if (kind.type !== 'virtual' || !(await isOffered(db, kind))) throw new Refused('card_type_disabled')
  const cardholderSessionId = await confirmedSession(db, kind, input)
  const usdMinor = parse(rechargeAmount, 'USD') === 0n ? 0n : rechargeMinor(kind, rechargeAmount)
  const cost = openingCost(kind, usdMinor)
  if (total !== undefined) refuseOtherTotal(total, cost)
  await lockCustomer(db, userId)
  if ((await countCards(db, userId)) >= cardsMax)
    throw new Refused('limit_exceeded', { limit: String(cardsMax) })
  await refuseDebtor(db, userId)

  const orderId = newId()
  const holdId = await reserve(db, { orderId, userId, cost })
  const billId = await showOrder(db, { orderId, userId, kind, cost })
  const cardholder = await cardholderOf(db, userId)
  await writeOrder(db, {
    orderId,
    userId,
    kind,
    nickname: nickname || null,
    cardholder,
    cost,
    holdId,
    billId,
    cardholderSessionId,
  })
  await enqueue(db, 'open-card', { orderId }, { key: orderId })
  return { orderId }
}

/** The customer pays what they were shown, or is asked again. */
function refuseOtherTotal(total: string, { openFeeMinor, feeMinor, totalMinor }: OpeningCost) {
  if (parse(total, 'USDT') === totalMinor) return
  throw new Refused('quote_expired', {
    openFee: format(openFeeMinor, 'USDT'),
    rechargeFee: format(feeMinor, 'USDT'),
    total: format(totalMinor, 'USDT'),
  })
}

/** Where the issuer itself asks for the cardholder, it has said yes to one; elsewhere nobody is asked. */
async function confirmedSession(
  db: Db,
  kind: CardKind,
  { userId, cardHolderId }: OrderInput,
): Promise<string | null> {
  const session = cardHolderId === undefined ? undefined : await ownSession(db, { userId, id: cardHolderId })
  if (!kind.asksCardholder) return null
  if (session?.state !== 'confirmed' || session.card_type_id !== kind.id) {
    throw new Refused('kyc_missing', { cardHolder: session?.state ?? 'none' })
  }
  return session.id
}

/** While the issuer has not answered, the row shows all that is reserved. */
async function showOrder(
  db: Db,
  { orderId, userId, kind, cost }: { orderId: string; userId: string; kind: CardKind; cost: OpeningCost },
): Promise<string> {
  const { billId } = await writeBill(db, {
    userId,
    kind: 'openCard',
    amountMinor: -cost.totalMinor,
    currency: 'USDT',
    feeMinor: cost.feeMinor,
    account: 'wallet',
    remark: { cardType: kind.name },
    status: 'pending',
    step: {
      what: 'reserved',
      detail: { amount: format(cost.totalMinor, 'USDT'), currency: 'USDT', orderId },
    },
  })
  return billId
}

async function cardholderOf(db: Db, userId: string) {
  const applicant = await currentApplicant(db, userId)
  if (applicant?.status !== 'approved') throw new Refused('not_certified')
  const { firstName, lastName, country, city, address, postalCode, areaCode, phone } = applicant.profile
  const { email } = await userById(db, userId)
  return { firstName, lastName, country, city, address, postalCode, areaCode, phone, email }
}
