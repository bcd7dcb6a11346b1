import type * as params from '../../contract/params.ts'
import { userById } from '../account/users.ts'
import { accept, agreementsOf } from '../params/acceptances.ts'
import { currentIncident } from '../params/incidents.ts'
import { customerValue, publicValue } from '../params/params.ts'
import { minVersion, notesOf, version } from '../params/versions.ts'
import type { World } from '../world.ts'
import type { Handlers } from './handler.ts'
import { numbersOf } from './numbers.ts'

/** Texts and settings: a closed list, so that no guess of a key ever reaches anything else. */
export function paramsApi({ db, config }: World): Handlers<typeof params> {
  const numbers = numbersOf(config)
  const incidentFor = async ({ group, key }: { group: string; key: string }) =>
    group === 'app' && key === 'incident' ? await currentIncident(db) : null

  return {
    async publicParam({ lang, ...place }, caller) {
      const incident = await incidentFor(place)
      return publicValue({ ...place, lang: lang ?? caller.lang, config, numbers, incident })
    },
    async customerParam({ lang, ...place }, customer) {
      const { lang: own, refer_code: referCode } = await userById(db, customer.userId)
      const incident = await incidentFor(place)
      return customerValue({ ...place, lang: lang ?? own, config, numbers, incident, referCode })
    },
    async checkVersion(_input, { lang }) {
      return { latest: version, min: minVersion, notes: notesOf(lang) }
    },
    async agreements({ lang }, { userId }) {
      return await agreementsOf(db, { userId, lang: lang ?? (await userById(db, userId)).lang })
    },
    async acceptAgreement({ key, version: agreed }, { userId }) {
      await accept(db, { userId, key, version: agreed })
      return null
    },
  }
}
