import type { Application, ApplicationStatus } from '../../../contract/application.ts'
import { format, parse } from '../../../contract/money.ts'
import { addressOf } from '../../addresses/addresses.ts'
import { mailingCostOf } from '../../addresses/mailing.ts'
import type { MailingAddressRow } from '../../addresses/tables.ts'
import { type ApplicationCall, callSteps, isUnpaid } from '../../cards/applications/application-states.ts'
import type { ApplicationRow, PaymentRow } from '../../cards/applications/application-tables.ts'
import {
  type ApplicationFees,
  lostUnused,
  type MailedTo,
  paymentsOf,
} from '../../cards/applications/applications.ts'
import { isOver } from '../../cards/cards.ts'
import { type CardKind, kindOf } from '../../cards/kinds.ts'
import type { Db } from '../../database/database.ts'
import { countries } from '../../params/countries.ts'
import { mailingLabel } from '../addresses/mailing-label.ts'

/** An application as it travels. Until it is paid for, address and fees are those of now. */
export async function shownApplication(db: Db, row: ApplicationRow): Promise<Application> {
  const kind = kindOf(row)
  const saved = isUnpaid(row.status) ? await mailingAddressOf(db, row) : undefined
  const payments = await paymentsOf(db, row.id)
  const due = saved && applicationFeesDue(row, { kind, country: saved.country })
  const wasPaid = !isUnpaid(row.status) && payments.length > 0
  const fees = wasPaid ? paidFees(payments) : (due ?? quotedFees(row))
  const sent = parcelOf(row)
  return {
    id: row.id,
    cardId: row.parent_card_id,
    physicalCardId: row.physical_card_id,
    cardTypeId: kind.id,
    cardTypeName: kind.name,
    material: kind.material,
    status: row.status,
    embossName: row.emboss_name,
    addressId: saved || !isUnpaid(row.status) ? row.address_id : null,
    address: saved ? await mailingLabel(saved) : row.address_lines,
    country: saved?.country ?? row.country,
    ...shownFees(fees),
    reason: row.reason,
    tracking: sent ? { carrier: sent.carrier ?? '', number: sent.tracking_number } : null,
    createTime: row.created_at.toISOString(),
    payTime: row.paid_at?.toISOString() ?? null,
    approveTime: row.approved_at?.toISOString() ?? null,
    shipTime: (row.status !== 'making' && row.shipped_at?.toISOString()) || null,
    endTime: row.ended_at?.toISOString() ?? null,
    can: await whatCan(db, row, { isPayable: due !== undefined && due !== null }),
    isReplacement: row.replaces_id !== null,
    billId: payments.at(-1)?.bill_id ?? null,
  }
}

/** The parcel under way. One that came back and waits to be mailed again is none. */
function parcelOf({ status, carrier, tracking_number }: ApplicationRow) {
  return status === 'making' || tracking_number === null ? null : { carrier, tracking_number }
}

/**
 * Making and mailing to a country, in USDT minor units; null where we do not mail. A card in place of a lost one is made
 * for free.
 */
export function feesTo(
  kind: CardKind,
  { country, isReplacement }: { country: string; isReplacement: boolean },
): ApplicationFees | null {
  const mailing = mailingCostOf(country)
  const mailingFeeMinor = mailing && parse(mailing.cost, 'USDT')
  const makingFeeMinor = isReplacement ? 0n : kind.openFeeMinor
  return mailingFeeMinor === null ? null : { makingFeeMinor, mailingFeeMinor }
}

/**
 * What paying costs now: what was quoted while that holds for the same country, else the fees of today. A card that came
 * back is made already. Null where we do not mail any more.
 */
export function applicationFeesDue(
  row: ApplicationRow,
  { kind, country }: { kind: CardKind; country: string },
): ApplicationFees | null {
  const now = feesTo(kind, { country, isReplacement: row.replaces_id !== null })
  if (row.status === 'returned') return now && { ...now, makingFeeMinor: 0n }
  return now && row.is_quote_fresh && row.country === country ? quotedFees(row) : now
}

/** The saved address of an application, if its owner still has it. */
export async function mailingAddressOf(
  db: Db,
  { user_id: userId, address_id: id }: Pick<ApplicationRow, 'user_id' | 'address_id'>,
): Promise<MailingAddressRow | undefined> {
  return await addressOf(db, { userId, id })
}

/** A saved address as the issuer and the envelope need it; where a country has no cities the place is its area. */
export async function mailedTo(saved: MailingAddressRow): Promise<MailedTo> {
  const name = countries.find(({ code }) => code === saved.country)?.name ?? saved.country
  return {
    addressId: saved.id,
    country: saved.country,
    postal: {
      recipient: saved.recipient,
      phone: `${saved.area_code}${saved.phone}`,
      country: saved.country,
      state: saved.state,
      city: saved.city || saved.state || name,
      address: saved.address,
      postalCode: saved.zip_code,
    },
    lines: await mailingLabel(saved),
  }
}

function quotedFees({ making_fee_minor, mailing_fee_minor }: ApplicationRow): ApplicationFees {
  return { makingFeeMinor: making_fee_minor, mailingFeeMinor: mailing_fee_minor }
}

/** What was paid in all; of a payment that was given back, what it would have been when nothing else is left. */
function paidFees(payments: readonly PaymentRow[]): ApplicationFees {
  const kept = payments.filter(({ state }) => state === 'held' || state === 'charged')
  const told = kept.length > 0 ? kept : payments.slice(-1)
  return {
    makingFeeMinor: told.reduce((sum, { making_fee_minor }) => sum + making_fee_minor, 0n),
    mailingFeeMinor: told.reduce((sum, { mailing_fee_minor }) => sum + mailing_fee_minor, 0n),
  }
}

function shownFees({ makingFeeMinor, mailingFeeMinor }: ApplicationFees) {
  return {
    makingFee: format(makingFeeMinor, 'USDT'),
    mailingFee: format(mailingFeeMinor, 'USDT'),
    total: format(makingFeeMinor + mailingFeeMinor, 'USDT'),
  }
}

type Can = Application['can'][number]
const words: [ApplicationCall & keyof (typeof callSteps)['draft'], Can, ApplicationStatus?][] = [
  ['applyCard', 'edit'],
  ['payApply', 'pay'],
  ['cancelPayApply', 'cancel'],
  ['restartApplyCard', 'restart'],
  ['finishApply', 'finish', 'shipped'],
  ['confirmCardHolderId', 'verifyHolder', 'holder_pending'],
]

/** What the table of states allows, as far as it leads anywhere. */
async function whatCan(
  db: Db,
  { id, status, physical_card_id, user_id: userId, card_type_id: cardTypeId }: ApplicationRow,
  { isPayable }: { isPayable: boolean },
): Promise<Can[]> {
  if (status === 'ended') return (await lostUnused(db, { userId, cardTypeId })) === id ? ['replace'] : []
  const can = words
    .filter(([call, , only]) => Array.isArray(callSteps[status][call]) && (!only || only === status))
    .map(([, word]) => word)
    .filter(word => word !== 'pay' || isPayable)
  if (status !== 'success' || !physical_card_id) return can
  const card = await db
    .selectFrom('cards')
    .select(['status', 'is_activated'])
    .where('id', '=', physical_card_id)
    .executeTakeFirstOrThrow()
  if (isOver(card)) return [...can, 'again']
  return card.is_activated ? can : [...can, 'activate']
}
