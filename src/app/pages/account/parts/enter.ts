import type * as z from 'zod/mini'
import { type signedIn, updateUserInfo } from '../../../../contract/account.ts'
import { goTo, relaunch } from '../../../hash-location.tsx'
import { ownRoute } from '../../../own-route.ts'
import { type Sent, send } from '../../../send.ts'
import { setCurrency, wireLanguage } from '../../../state/locale.ts'
import { signIn, updateUser } from '../../../state/session.ts'
import { keys, recall, remember } from '../../../storage.ts'
import { feel } from '../../../telegram.ts'
import { dropDraft } from './draft.ts'

/** Begins the session and goes on: to `back`, to where somebody was sent from, else home. */
export function enter(answer: z.output<typeof signedIn>, back?: string) {
  const next = ownRoute(back) ?? ownRoute(recall<string>(keys.afterLogin))
  signIn(answer)
  remember(keys.afterLogin, null)
  remember(keys.stayedOut, null)
  for (const name of ['login', 'register', 'forget']) dropDraft(name)
  followPreferences(answer.userInfo)
  feel('success')
  if (next && !/^\/pages\/(login|register|forget)\//.test(next)) goTo(next, { replace: true })
  else relaunch()
}

/** The language chosen here is the newer wish; a currency chosen elsewhere is taken over where none was chosen. */
function followPreferences(user: { lang: 'zh' | 'en'; currency: string }) {
  if (recall(keys.currency) === null && user.currency !== 'USDT') setCurrency(user.currency)
  const lang = wireLanguage()
  if (user.lang !== lang) tellServer({ lang })
}

/** Keeps a preference on the server too. It is already chosen here: silence changes nothing. */
export async function tellServer(preferences: Sent<typeof updateUserInfo>) {
  const reply = await send(updateUserInfo, preferences, { background: true })
  if (reply.ok) updateUser(reply.data)
}
