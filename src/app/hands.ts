import { followSystem } from './appearance.ts'
import { loadShared } from './lazily.ts'
import { followOtherTabs } from './other-tabs.ts'
import { beginPull } from './pull.ts'
import { holdRows } from './steady.ts'
import { measureStrength } from './strength.ts'
import { turnPages } from './turns.ts'
import { phoneZone } from './zone.ts'

/** What a hand expects of an app, and no first paint has to wait for. */
export async function beginHands() {
  followOtherTabs()
  followSystem()
  measureStrength()
  turnPages()
  holdRows()
  await loadShared()
  beginPull()
  // Here rather than when bills are opened.
  phoneZone()
}
