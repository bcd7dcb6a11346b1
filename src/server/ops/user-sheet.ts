import { sql } from 'kysely'
import { format } from '../../contract/money.ts'
import { waitingDeletion } from '../account/deletions.ts'
import { frozenBy } from '../account/freezes.ts'
import { factorShown } from '../account/second-factor/factor.ts'
import type { UserRow } from '../account/tables.ts'
import { delayOf } from '../account/withdrawal-delay.ts'
import type { Db } from '../database/database.ts'
import { currentApplicant } from '../identity/applicants.ts'
import { balancesOf } from '../ledger/ledger.ts'
import { maskEmail, maskText } from './mask.ts'

/**
 * What an operator may know of a customer: enough to help, nothing to steal with. No hashes, no documents, and of names
 * and numbers the ends alone.
 */
export async function sheetOf(db: Db, user: UserRow) {
  const applicant = await currentApplicant(db, user.id)
  const profile = applicant?.profile
  return {
    id: user.id,
    email: maskEmail(user.email),
    lang: user.lang,
    timezone: user.timezone,
    created: user.created_at,
    deleteAt: (await waitingDeletion(db, user.id))?.due_at ?? null,
    hasPin: user.pin_hash !== null,
    secondFactor: await factorShown(db, user.id),
    frozenBy: await frozenBy(db, user.id),
    hasPhrase: user.phrase !== null,
    holdUntil: user.hold_until,
    withdrawalDelay: await delayOf(db, user.id),
    telegram: user.telegram_id === null ? '' : maskText(`${user.telegram_id}`),
    certStatus: applicant?.status ?? 'none',
    name: profile ? `${maskText(profile.firstName, 0)} ${maskText(profile.lastName, 1)}`.trim() : '',
    country: profile?.country ?? '',
    phone: profile ? `${profile.areaCode} ${maskText(profile.phone, 4)}` : '',
    lastSignIn: await lastSignInOf(db, user.id),
    balances: await shownBalances(db, user.id),
    cards: await cardsOf(db, user.id),
  }
}

async function lastSignInOf(db: Db, userId: string) {
  const row = await db
    .selectFrom('sign_ins')
    .select(['created_at', 'device', 'method'])
    .where('user_id', '=', userId)
    .where('is_success', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** Accounts with something in them or on hold. */
async function shownBalances(db: Db, userId: string) {
  return (await balancesOf(db, userId))
    .filter(({ balanceMinor, heldMinor }) => balanceMinor !== 0n || heldMinor !== 0n)
    .map(({ accountId, kind, currency, balanceMinor, heldMinor }) => ({
      accountId,
      kind,
      balance: `${format(balanceMinor, currency)} ${currency}`,
      held: format(heldMinor, currency),
    }))
}

async function cardsOf(db: Db, userId: string) {
  const cards = await db
    .selectFrom('cards')
    .select(['id', 'last4', 'card_type_id', 'status', 'phone', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return cards.map(({ phone, ...card }) => ({ ...card, phone: maskText(phone, 4) }))
}

/** Live sessions of a customer; IP addresses are cut to their network. */
export async function sessionsOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'method', 'device', 'ip', 'created_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ ip, ...row }) => ({ ...row, network: networkOf(ip) }))
}

function networkOf(ip: string): string {
  return ip.includes(':')
    ? `${ip.split(':').slice(0, 3).join(':')}::/48`
    : `${ip.split('.').slice(0, 2).join('.')}.*.*`
}
