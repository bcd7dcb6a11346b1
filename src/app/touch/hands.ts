import { followOtherTabs } from '../other-tabs.ts'
import { followSystem } from '../preferences/appearance.ts'
import { phoneZone } from '../preferences/zone.ts'
import { measureStrength } from '../start/strength.ts'
import { loadWords } from '../state/locale.ts'
import { followNews } from './news.ts'
import { beginPull } from './pull.ts'
import { holdRows } from './steady.ts'
import { turnPages } from './turns.ts'

/** Loaded with the first touch: what fingers expect of an app, and the first paint does not need. */
export async function beginHands() {
  followOtherTabs()
  followSystem()
  measureStrength()
  turnPages()
  holdRows()
  await loadWords('forms')
  beginPull()
  followNews()
  // The first use of `Intl` is slow: better now than when bills are opened.
  phoneZone()
}
