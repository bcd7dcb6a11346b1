import type * as z from 'zod/mini'
import type { signedIn } from '../../../../../contract/account.ts'
import { keepDraft } from '../../../../forms/draft.ts'
import { go, goTo, relaunch } from '../../../../routing/hash-location.tsx'
import { ownRoute } from '../../../../routing/own-route.ts'
import { signIn } from '../../../../state/session.ts'
import { keys, recall, remember } from '../../../../storage.ts'
import { feel } from '../../../../telegram/telegram.ts'
import { dropBriefly } from './kept-briefly.ts'

/**
 * Begins the session and goes on: to `back`, to where somebody was sent from, else home. An account that waits for its
 * deletion goes to where that can be undone.
 */
export function enter(answer: z.output<typeof signedIn>, back?: string) {
  const next = ownRoute(back) ?? ownRoute(recall<string>(keys.afterLogin, ''))
  // They were kept for somebody who is not signed in.
  for (const name of ['login', 'register', 'forget']) {
    dropBriefly(name)
    keepDraft(`code ${name}`, null)
  }
  signIn(answer)
  remember(keys.afterLogin, null)
  remember(keys.stayedOut, null)
  feel('success')
  if (answer.userInfo.deleteAt) go('cannelAccount', {}, { replace: true })
  else if (next && !/^\/pages\/(login|register|forget)\//.test(next)) goTo(next, { replace: true })
  else relaunch()
}
