import type * as params from '../../../contract/params.ts'
import { userById } from '../../account/users.ts'
import { accept, agreementsOf } from '../../params/acceptances.ts'
import { currentIncident } from '../../params/incidents.ts'
import { customerValue, publicValue } from '../../params/params.ts'
import { isOn } from '../../params/switches.ts'
import type { Lang } from '../../params/texts.ts'
import { minVersion, notesOf, version } from '../../params/versions.ts'
import type { World } from '../../world.ts'
import type { Handlers } from '../handler.ts'
import { numbersOf } from './numbers.ts'

/** Texts and settings: a closed list, so that no guess of a key ever reaches anything else. */
export function paramsApi({ db, config }: World): Handlers<typeof params> {
  const numbers = numbersOf(config)
  /** What operators changed, where it is asked for. */
  const toldOf = async ({ group, key }: { group: string; key: string }) => ({
    incident: group === 'app' && key === 'incident' ? await currentIncident(db) : null,
    hasInviteTab: group !== 'tab' || (await isOn(db, 'tab.inviteEnable')),
  })

  return {
    async publicParam({ lang, ...place }, caller) {
      const told = await toldOf(place)
      return publicValue({ ...place, ...told, lang: spoken(lang) ?? caller.lang, config, numbers })
    },
    async customerParam({ lang, ...place }, customer) {
      const { lang: own, refer_code: referCode } = await userById(db, customer.userId)
      const told = await toldOf(place)
      const spokenLang = spoken(lang) ?? customer.asksLang ?? own
      return customerValue({ ...place, ...told, lang: spokenLang, config, numbers, referCode })
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

/** The language of `zh-CN`. */
function spoken(lang: string | undefined): Lang | undefined {
  return lang === undefined ? undefined : lang.startsWith('en') ? 'en' : 'zh'
}
