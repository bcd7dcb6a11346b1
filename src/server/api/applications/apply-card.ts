import type * as application from '../../../contract/application.ts'
import type { Input } from '../../../contract/call.ts'
import { refuseClosing } from '../../account/deletions.ts'
import { addressOf } from '../../addresses/addresses.ts'
import { isUnpaid, stepsOf } from '../../cards/applications/application-states.ts'
import type { ApplicationRow } from '../../cards/applications/application-tables.ts'
import {
  addressColumns,
  beginApplication,
  currentApplication,
  type FilledIn,
  lockApplication,
  lockOwnApplication,
  lostUnused,
  moveApplication,
  refillApplication,
} from '../../cards/applications/applications.ts'
import { confirmedCardholder } from '../../cards/applications/cardholder-sessions.ts'
import { isOver, ownCard } from '../../cards/cards.ts'
import { type CardKind, kindById, kindOf } from '../../cards/kinds.ts'
import { refuseDebtor } from '../../cards/money/debts.ts'
import { isOffered } from '../../cards/offers.ts'
import { refuseCall } from '../../cards/states/card-states.ts'
import type { CardTable } from '../../cards/tables.ts'
import { type Db, transaction } from '../../database/database.ts'
import { lockCustomer } from '../../database/lock-customer.ts'
import { Denied, Refused } from '../../http/refused.ts'
import { isCertified } from '../../identity/applicants.ts'
import type { World } from '../../world.ts'
import { feesTo, mailedTo } from './application-view.ts'

type ApplyInput = Input<typeof application.applyCard> & { userId: string }

/**
 * Fills in an application. Without an id it goes on with the one of that card that is not paid for yet, so that a second
 * tap begins no second one.
 */
export async function fillIn({ db }: World, input: ApplyInput): Promise<ApplicationRow> {
  await refuseClosing(db, input.userId)
  if (!(await isCertified(db, input.userId))) throw new Refused('not_certified')
  const kind = await physicalKind(db, input)
  return await transaction(db, async db => {
    await lockCustomer(db, input.userId)
    const parent = await ownCard(db, { userId: input.userId, cardId: input.cardId })
    const found = await goingOn(db, input)
    if (found) stepsOf(found.status, 'applyCard')
    const filledIn = await read(db, { input, kind, found })
    if (found?.status === 'returned') return await sendElsewhere(db, found, filledIn)
    refuseParent(parent)
    await refuseDebtor(db, input.userId)
    const status = (await needsCardholder(db, { kind, found })) ? 'holder_pending' : 'wait_pay'
    if (found) return await refillApplication(db, found, { status, filledIn })
    return await beginApplication(db, { userId: input.userId, parentCardId: parent.id, status, filledIn })
  })
}

async function physicalKind(db: Db, { cardTypeId, material }: ApplyInput): Promise<CardKind> {
  const kind = kindById(cardTypeId)
  if (!kind) throw new Refused('card_type_missing')
  if (kind.type !== 'physical' || kind.material !== material || !(await isOffered(db, kind))) {
    throw new Refused('card_type_disabled')
  }
  return kind
}

/** The application that is filled in again, locked; undefined for a new one. Refuses a new one beside another. */
async function goingOn(db: Db, { id, userId, cardId }: ApplyInput): Promise<ApplicationRow | undefined> {
  if (id) {
    const row = await lockOwnApplication(db, { userId, id })
    if (row.parent_card_id !== cardId) throw new Refused('apply_failed', { reason: 'other_card' })
    return row
  }
  const current = await currentApplication(db, cardId)
  const row = current && (await lockApplication(db, current.id))
  if (!row || row.status === 'fail' || row.status === 'cancelled' || row.status === 'ended') return undefined
  if (isUnpaid(row.status) && row.status !== 'returned') return row
  if (row.status === 'success' && (await isCardOver(db, row))) return undefined
  throw new Refused('apply_failed', { reason: row.status, id: row.id })
}

async function isCardOver(db: Db, { user_id: userId, physical_card_id }: ApplicationRow): Promise<boolean> {
  return physical_card_id !== null && isOver(await ownCard(db, { userId, cardId: physical_card_id }))
}

async function read(
  db: Db,
  { input, kind, found }: { input: ApplyInput; kind: CardKind; found: ApplicationRow | undefined },
): Promise<FilledIn> {
  const saved = await addressOf(db, { userId: input.userId, id: input.addressId })
  if (!saved) throw new Denied()
  const { userId } = input
  const replacesId = await lostUnused(db, { userId, cardTypeId: kind.id, exceptId: found?.id ?? null })
  const fees = feesTo(kind, { country: saved.country, isReplacement: replacesId !== null })
  if (!fees) throw new Refused('apply_failed', { reason: 'not_mailable', country: saved.country })
  const { cardTypeId, embossName } = input
  return { cardTypeId, embossName, fees, replacesId, address: await mailedTo(saved) }
}

/** A card that came back goes to another address; who and what it is made for stays. */
async function sendElsewhere(db: Db, found: ApplicationRow, { cardTypeId, embossName, address }: FilledIn) {
  if (cardTypeId !== found.card_type_id || embossName !== found.emboss_name) {
    throw new Refused('cardholder_fixed', { reason: found.status })
  }
  return await moveApplication(db, found, 'returned', addressColumns(address))
}

/** A physical card is made from a virtual one. */
function refuseParent(parent: CardTable): void {
  refuseCall(parent, 'applyCard')
  if (kindOf(parent).type === 'physical') throw new Refused('apply_failed', { reason: 'card_physical' })
}

async function needsCardholder(
  db: Db,
  { kind, found }: { kind: CardKind; found: ApplicationRow | undefined },
): Promise<boolean> {
  if (!kind.asksCardholder) return false
  const sessionId = found?.cardholder_session_id ?? null
  return (await confirmedCardholder(db, { sessionId, cardTypeId: kind.id })) === undefined
}
