import type { UserInfo } from '../../../contract/account.ts'
import { coins } from '../../../contract/money.ts'
import { waitingDeletion } from '../../account/deletions.ts'
import { meetDevice } from '../../account/devices.ts'
import { frozenBy } from '../../account/freezes.ts'
import { hasPasskey } from '../../account/passkeys/passkeys.ts'
import { customerByPassword } from '../../account/password.ts'
import { factorShown } from '../../account/second-factor/factor.ts'
import { openSession } from '../../account/session.ts'
import { logSignIn, type SignIn } from '../../account/sign-ins.ts'
import type { UserRow } from '../../account/tables.ts'
import { telegramUsedAt, unbindsOf } from '../../account/telegram-binding.ts'
import { userInfoOf } from '../../account/user-info.ts'
import { keepsPassword, userById } from '../../account/users.ts'
import { delayOf } from '../../account/withdrawal-delay.ts'
import type { Db } from '../../database/database.ts'
import { Refused } from '../../http/refused.ts'
import { certStatusOf } from '../../identity/applicants.ts'
import { askingFor } from '../../jobs/tell-agreements.ts'
import { openAccount } from '../../ledger/ledger.ts'
import { tell } from '../../messages/messages.ts'
import { acceptAll, newAgreements } from '../../params/acceptances.ts'
import type { World } from '../../world.ts'
import type { Caller, Customer } from '../handler.ts'
import { warn } from './security-notice.ts'

/** Everything the app knows of a customer. */
export async function customerInfo(db: Db, userId: string): Promise<UserInfo> {
  const user = await userById(db, userId)
  const [certStatus, unbinds, tgUsedAt, deletion, frozen, delay, secondFactor, passkeySet] = [
    await certStatusOf(db, userId),
    await unbindsOf(db, userId),
    await telegramUsedAt(db, user),
    await waitingDeletion(db, userId),
    await frozenBy(db, userId),
    await delayOf(db, userId),
    await factorShown(db, userId),
    await hasPasskey(db, userId),
  ]
  return userInfoOf(user, {
    certStatus,
    unbinds,
    tgUsedAt,
    deleteAt: deletion?.due_at,
    frozenBy: frozen,
    delay,
    secondFactor,
    passkeySet,
  })
}

/** The customer who knows this password; a wrong one of a customer of ours is in their log. */
export async function proved(
  world: World,
  {
    email,
    password,
    caller,
    deviceKey,
  }: { email: string; password: string; caller: Caller | Customer; deviceKey?: string | undefined },
): Promise<UserRow> {
  const { device, ip } = caller
  const sessionId = 'sessionId' in caller ? caller.sessionId : undefined
  const found = await customerByPassword(world, { email, password, ip, deviceKey, sessionId })
  if ('user' in found) return found.user
  const userId = found.wrongFor?.id
  if (userId) await logSignIn(world.db, { userId, method: 'password', device, ip, isSuccess: false })
  throw new Refused('credentials_wrong')
}

/** Signs a customer in, in the caller's transaction: the session, its line in the log, a warning of a new device. */
export async function signIn(
  world: World,
  db: Db,
  {
    user,
    method,
    caller,
    deviceKey,
  }: { user: UserRow; method: SignIn['method']; caller: Caller; deviceKey?: string | undefined },
): Promise<{ userInfo: UserInfo; token: string }> {
  const { id: userId } = user
  const { device, ip } = caller
  // A frame of Telegram may not store: there the words for the device must do, Telegram says who it is.
  const known = { userId, deviceKey: deviceKey ?? (method === 'telegram' ? `telegram:${device}` : undefined) }
  // A session must not outlive the password it was opened with: a change of it ends all that are open by then.
  if (!(await keepsPassword(db, user))) throw new Refused('login_failed')
  if (await meetDevice(world, db, known)) {
    const action = '/pages/loginLog/loginLog?tab=sessions'
    await warn(db, { user, event: 'newDevice', caller, action })
  }
  await logSignIn(db, { userId, method, device, ip, isSuccess: true })
  await tellNewAgreements(db, userId)
  const { token } = await openSession(world, db, { ...known, method, device, ip })
  return { userInfo: await customerInfo(db, userId), token }
}

/** What a new customer begins with: an empty wallet of every coin, the agreements they ticked, and a message. */
export async function welcome(db: Db, userId: string): Promise<void> {
  for (const currency of coins) await openAccount(db, { kind: 'wallet', ownerId: userId, currency })
  await acceptAll(db, userId)
  await tell(db, {
    userId,
    kind: 'system',
    noticeType: 'welcome',
    params: {},
    action: '/pages/kyc/kyc',
    eventKey: 'welcome',
  })
}

/** Asks once for each version of an agreement that came since they agreed. */
async function tellNewAgreements(db: Db, userId: string): Promise<void> {
  for (const edition of await newAgreements(db, userId)) await tell(db, { userId, ...askingFor(edition) })
}
