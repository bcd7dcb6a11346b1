import { publicParam } from '../../../../contract/params.ts'
import { type Load, useLoad } from '../../../loading/use-load.ts'
import { wireLanguage } from '../../../state/locale.ts'
import type { Incident } from '../../../trouble/incident.tsx'

/** An agreement: the version in force, with those to come. */
export interface Agreement extends Edition {
  key: string
}

/** One version of it: sections whose paragraphs stand on lines of their own. */
export interface Edition {
  title: string
  version: string
  /** The day it holds from, `2026-10-01`. */
  date: string
  /** What is other than in the version before. */
  changed: string[]
  sections: { heading: string; text: string }[]
  /** The version after it, where one is announced. */
  coming?: Edition | null
}

/** Where we can be reached: `web`, `email`, `telegram`. */
export interface Channel {
  kind: string
  value: string
}

/** What a text or list of decision D5 is, by its place. */
interface Params {
  agreement: Agreement
  'service/contacts': Channel[]
  'service/hours': string
  'service/answerHours': number
  'service/complaint': { email: string; steps: string[] }
  'app/incident': Incident | null
  'app/officialChannels': { note: string; channels: Channel[] }
}

/** Reads a public text in the language of the interface. */
export function useParam<P extends Exclude<keyof Params, 'agreement'>>(place: P): Load<Params[P]> {
  const [group = '', key = ''] = place.split('/')
  return useLoad(publicParam, { group, key, lang: wireLanguage() }) as Load<Params[P]>
}

/** Reads an agreement; `data` stays null where there is none. */
export function useAgreement(key: string, lang: 'zh' | 'en'): Load<Agreement> {
  const safeKey = /^[A-Za-z]{1,32}$/.test(key) ? key : 'none'
  return useLoad(publicParam, { group: 'agreement', key: safeKey, lang }) as Load<Agreement>
}
