import { effect, untracked } from '@preact/signals'
import { updateUserInfo } from '../../contract/account.ts'
import { type Sent, send } from '../send.ts'
import {
  currency,
  hideAmounts,
  language,
  setCurrency,
  setHideAmounts,
  setLanguage,
  wireLanguage,
} from '../state/locale.ts'
import { session, updateUser } from '../state/session.ts'
import { keys, recall, remember } from '../storage.ts'
import { type Appearance, appearance, setAppearance } from './appearance.ts'

interface Preferences {
  lang: 'zh' | 'en'
  currency: string
  hideBalance: boolean
  appearance: Appearance
}
type Name = keyof Preferences

const stored = {
  lang: keys.language,
  currency: keys.currency,
  hideBalance: keys.hideAmounts,
  appearance: keys.appearance,
} as const
const names = Object.keys(stored) as Name[]

const follow: { [N in Name]: (next: Preferences[N]) => unknown } = {
  // What does not come is tried again when the account is read anew.
  lang: next => setLanguage(next === 'zh' ? 'zh-CN' : 'en-US').catch(() => {}),
  currency: setCurrency,
  hideBalance: setHideAmounts,
  appearance: setAppearance,
}

let isKept = false
/** What this tab and the account agreed on last: another tab may be further, and is to be followed, not undone. */
let agreed: Partial<Preferences> | null = null
let underWay = ''

/**
 * Keeps the preferences of the account and of this device the same while somebody is signed in. What was changed here
 * since the two agreed last is told to the server, `?lang=` of the launch included; everything else follows the account.
 * What could not be told is told at the next chance.
 */
export function keepPreferences() {
  if (isKept) return
  isKept = true
  effect(() => {
    if (session.value?.user.timezoneFixed)
      import('./follow-zone.ts').then(
        zone => zone.followZone(),
        () => {},
      )
  })
  effect(() => {
    const user = session.value?.user
    const here: Preferences = {
      lang: language.value && wireLanguage(),
      currency: currency.value,
      hideBalance: hideAmounts.value,
      appearance: appearance.value,
    }
    if (!user) {
      agreed = null
      return
    }
    // A profile that an earlier version of the app has kept lacks some of these.
    const known = Object.fromEntries(names.flatMap(name => (user[name] == null ? [] : [[name, user[name]]])))
    const there: Preferences = { ...here, ...known }
    untracked(() => reconcile(here, there))
  })
}

function reconcile(here: Preferences, there: Preferences) {
  const last = agreed ?? recall<Partial<Preferences>>(keys.agreed, {})
  const isWish = (name: Name) =>
    typeof last[name] === typeof here[name] ? here[name] !== last[name] : isChosen(name, here)
  const differing = names.filter(name => here[name] !== there[name])
  const wishes = Object.fromEntries(differing.filter(isWish).map(name => [name, here[name]]))
  const same = names.filter(name => here[name] === there[name]).map(name => [name, here[name]])
  agreed = { ...last, ...Object.fromEntries(same) }
  remember(keys.agreed, agreed)
  for (const name of differing) if (!(name in wishes)) take(name, there)
  if (Object.keys(wishes).length > 0) tell(wishes)
}

/** Whether what is stored on this device says what is in force here: else it is here by default. */
function isChosen(name: Name, here: Preferences): boolean {
  return JSON.stringify(recall(stored[name])).includes(`${here[name]}`)
}

function take<N extends Name>(name: N, there: Preferences) {
  follow[name](there[name])
}

/** Without an answer nothing changes here: the choice is in force already. */
async function tell(wishes: Sent<typeof updateUserInfo>) {
  const text = JSON.stringify(wishes)
  if (text === underWay) return
  underWay = text
  const reply = await send(updateUserInfo, wishes, { background: true })
  underWay = ''
  if (reply.ok) updateUser(reply.data)
}
