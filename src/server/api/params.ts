import type * as params from '../../contract/params.ts'
import { holdHours } from '../account/hold.ts'
import { userById } from '../account/users.ts'
import { publishedTerms } from '../chain/withdrawal-terms.ts'
import { customerValue, publicValue } from '../params/params.ts'
import { minVersion, notesOf, version } from '../params/versions.ts'
import type { World } from '../world.ts'
import type { Handlers } from './handler.ts'

/** Texts and settings: a closed list, so that no guess of a key ever reaches anything else. */
export function paramsApi({ db, config }: World): Handlers<typeof params> {
  const transfer = { ...publishedTerms(), holdHours }

  return {
    async publicParam({ group, key, lang }, caller) {
      return publicValue({ group, key, lang: lang ?? caller.lang, config, transfer })
    },
    async customerParam({ group, key, lang }, customer) {
      const { lang: own, refer_code: referCode } = await userById(db, customer.userId)
      return customerValue({ group, key, lang: lang ?? own, config, transfer, referCode })
    },
    async checkVersion(_input, { lang }) {
      return { latest: version, min: minVersion, notes: notesOf(lang) }
    },
  }
}
