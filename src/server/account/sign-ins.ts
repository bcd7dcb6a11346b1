import type { Db } from '../database/database.ts'
import { pageOf } from '../http/page-of.ts'
import { newId } from '../id.ts'

/** A sign-in, or an attempt at one. */
export interface SignIn {
  userId: string
  method: 'password' | 'register' | 'telegram' | 'passkey'
  device: string
  ip: string
  isSuccess: boolean
}

/** Writes a line of the security log. */
export async function logSignIn(db: Db, { userId, isSuccess, ...seen }: SignIn): Promise<void> {
  await db
    .insertInto('sign_ins')
    .values({ id: newId(), user_id: userId, is_success: isSuccess, created_at: new Date(), ...seen })
    .execute()
}

/** One page of the security log, newest first: all of it, or what went well or badly, or came one way. */
export async function signInsOf(
  db: Db,
  {
    userId,
    page,
    pageSize,
    success,
    method,
  }: Pick<SignIn, 'userId'> & {
    page: number
    pageSize: number
    success?: boolean | undefined
    method?: SignIn['method'] | undefined
  },
) {
  const own = db
    .selectFrom('sign_ins')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(success !== undefined, query => query.where('is_success', '=', success as boolean))
    .$if(method !== undefined, query => query.where('method', '=', method as SignIn['method']))
    .orderBy('id', 'desc')
  const { list: rows, total } = await pageOf(own, { page, pageSize })
  const list = rows.map(({ id, created_at, device, ip, method, is_success }) => ({
    id,
    time: created_at.toISOString(),
    device,
    ip,
    method,
    success: is_success,
  }))
  return { list, total, page, pageSize }
}
