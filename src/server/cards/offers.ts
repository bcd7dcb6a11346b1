import type { Db } from '../database/database.ts'
import { type CardKind, cardKinds } from './kinds.ts'

/** Every kind of card as it stands: one that operators have switched off is off. */
export async function kindsNow(db: Db): Promise<CardKind[]> {
  const rows = await db.selectFrom('card_kinds_off').select('card_type_id').execute()
  const off = new Set(rows.map(row => row.card_type_id))
  return cardKinds.map(kind => (off.has(kind.id) ? { ...kind, status: 'disable' } : kind))
}

/** True while a new card of that kind can be had. */
export async function isOffered(db: Db, { id }: CardKind): Promise<boolean> {
  const kinds = await kindsNow(db)
  return kinds.some(kind => kind.id === id && kind.status === 'enable')
}

/** Switches a kind off or on; false when it stood like that. */
export async function switchKind(
  db: Db,
  { id, isOn, operator }: { id: string; isOn: boolean; operator: string },
): Promise<boolean> {
  const changed = isOn
    ? await db.deleteFrom('card_kinds_off').where('card_type_id', '=', id).returning('card_type_id').execute()
    : await db
        .insertInto('card_kinds_off')
        .values({ card_type_id: id, set_by: operator })
        .onConflict(conflict => conflict.doNothing())
        .returning('card_type_id')
        .execute()
  return changed.length > 0
}
