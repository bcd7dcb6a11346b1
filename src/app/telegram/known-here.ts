import type { UserInfo } from '../../contract/account.ts'
import { logout } from '../../contract/account.ts'
import { tryOften } from '../chunks/lazily.ts'
import { send } from '../send.ts'
import { session } from '../state/session.ts'
import { recall, remember } from '../storage.ts'
import { launchUser } from './launch-user.ts'

// Launch data is proved, but not who brings it: a mini app of somebody else can send its frame here with the launch of their
// account, and no client says for whom it was opened. So a device is asked once for each Telegram user. What it knows is in
// its own storage alone: what Telegram keeps for a mini app (kept.ts), the one that was there before could have written.

interface Answer {
  userInfo: UserInfo
  token: string
}

/**
 * Whether the account that a launch signs in to is that of who holds this device: they are asked, unless they have said so
 * before of this Telegram user and nobody else is signed in.
 */
export async function isTheirs(launch: string, { userInfo }: Answer): Promise<boolean> {
  const now = session.peek()?.user
  if (now || usersHere()[idIn(launch)] !== userInfo.id) {
    const asking = tryOften('whose', () => import('./whose-account.tsx'))
    const answer = await asking.then(({ askWhose }) => askWhose({ launch, account: userInfo, now })).catch(no)
    if (!answer) return false
  }
  noteHere(launch, userInfo.id)
  return true
}

/** From now on this Telegram user needs not be asked about. */
export function noteHere(launch: string, userId: string) {
  remember('telegramHere', { ...usersHere(), [idIn(launch)]: userId })
}

/** Whether a launch is that of another than who is signed in here, as far as this device knows. */
export function isSomebodyElses(launch: string, userId: string): boolean {
  const known = usersHere()
  const user = known[idIn(launch)]
  return user === undefined ? Object.values(known).includes(userId) : user !== userId
}

/**
 * Ends a session that nobody is to have, as if it had not been opened; false where the server has not heard, and it ends
 * unused: its token is kept nowhere.
 */
export async function letGo({ token }: Answer): Promise<boolean> {
  const { ok } = await send(
    logout,
    {},
    {
      background: true,
      carry: (url, sent) => fetch(url, { ...sent, headers: { ...sent.headers, 'X-Access-Token': token } }),
    },
  )
  return ok
}

function usersHere(): Record<string, string> {
  return recall<Record<string, string>>('telegramHere', {})
}

function idIn(launch: string): string {
  return launchUser(launch)?.id ?? ''
}

function no(): boolean {
  return false
}
