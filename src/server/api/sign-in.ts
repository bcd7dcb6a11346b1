import type { UserInfo } from '../../contract/account.ts'
import { coins } from '../../contract/money.ts'
import { customerByPassword } from '../account/password.ts'
import { openSession } from '../account/session.ts'
import { isNewDevice, logSignIn, type SignIn } from '../account/sign-ins.ts'
import type { UserRow } from '../account/tables.ts'
import { unbindsLeft } from '../account/telegram-binding.ts'
import { userInfoOf } from '../account/user-info.ts'
import { keepsPassword, userById } from '../account/users.ts'
import type { Db } from '../database.ts'
import { certStatusOf } from '../identity/applicants.ts'
import { openAccount } from '../ledger/ledger.ts'
import { tell } from '../messages/messages.ts'
import { Refused } from '../refused.ts'
import type { World } from '../world.ts'
import type { Caller } from './handler.ts'
import { warn } from './security-notice.ts'

/** Everything the app knows of a customer. */
export async function customerInfo(db: Db, userId: string): Promise<UserInfo> {
  const [user, certStatus, left] = [
    await userById(db, userId),
    await certStatusOf(db, userId),
    await unbindsLeft(db, userId),
  ]
  return userInfoOf(user, { certStatus, unbindsLeft: left })
}

/** The customer who knows this password; a wrong one of a customer of ours is in their log. */
export async function proved(
  world: World,
  { email, password, caller }: { email: string; password: string; caller: Caller },
): Promise<UserRow> {
  const { device, ip } = caller
  const found = await customerByPassword(world, { email, password, ip })
  if ('user' in found) return found.user
  const userId = found.wrongFor?.id
  if (userId) await logSignIn(world.db, { userId, method: 'password', device, ip, isSuccess: false })
  throw new Refused('credentials_wrong')
}

/** Signs a customer in, in the caller's transaction: the session, its line in the log, a warning of a new device. */
export async function signIn(
  world: World,
  db: Db,
  { user, method, caller }: { user: UserRow; method: SignIn['method']; caller: Caller },
): Promise<{ userInfo: UserInfo; token: string }> {
  const { device, ip } = caller
  // A session must not outlive the password it was opened with: a change of it ends all that are open by then.
  if (!(await keepsPassword(db, user))) throw new Refused('login_failed')
  if (await isNewDevice(db, { userId: user.id, device })) await warn(db, { user, event: 'newDevice', caller })
  await logSignIn(db, { userId: user.id, method, device, ip, isSuccess: true })
  const { token } = await openSession(world, db, { userId: user.id, device, ip })
  return { userInfo: await customerInfo(db, user.id), token }
}

/** What a new customer begins with: an empty wallet of every coin, and a message. */
export async function welcome(db: Db, userId: string): Promise<void> {
  for (const currency of coins) await openAccount(db, { kind: 'wallet', ownerId: userId, currency })
  await tell(db, {
    userId,
    kind: 'system',
    noticeType: 'welcome',
    params: {},
    action: '/pages/kyc/kyc',
    eventKey: 'welcome',
  })
}
