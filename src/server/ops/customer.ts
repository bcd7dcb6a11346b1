import { id } from '../../contract/field.ts'
import type { UserRow } from '../account/tables.ts'
import type { Db } from '../database/database.ts'
import { PlainError } from '../plain-error.ts'

/** How commands ask for a customer. */
export const who = {
  type: 'positional',
  description: "the customer's id or e-mail address",
  required: true,
} as const

/** The customer an operator means: by their id, which every list prints, or by their address. */
export async function customerBy(db: Db, idOrEmail: string): Promise<UserRow> {
  const isId = id.safeParse(idOrEmail).success
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where(isId ? 'id' : 'email', '=', isId ? idOrEmail : idOrEmail.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!user) throw new PlainError(`There is no customer with this ${isId ? 'id' : 'address'}.`)
  return user
}
