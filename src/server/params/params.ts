import { quickAmounts } from '../../contract/quick-amounts.ts'
import { type Config, senderOf } from '../config.ts'
import { agreement, agreementKeys, agreementVersions } from './agreements.ts'
import type { Incident } from './incidents.ts'
import { filledWith, type Numbers } from './numbers.ts'
import { questions } from './questions.ts'
import zoneCities from './texts/zone-cities.json' with { type: 'json' }
import { type Lang, texts } from './texts.ts'
import { minVersion, version } from './versions.ts'

interface Asked {
  lang: Lang
  config: Config
  /** The numbers in force: none is written into a text. */
  numbers: Numbers
  /** What operators tell everybody at present. */
  incident: Incident | null
  /** How operators turned it. */
  hasInviteTab: boolean
}
type Value<Told = Asked> = (asked: Told) => unknown

/** Every key that anybody may read (decision D5). A map: a guessed name finds nothing that we did not put there. */
const publicValues = new Map<string, Value>([
  ...agreementKeys.map((key): [string, Value] => [`agreement/${key}`, ({ lang }) => agreement(key, lang)]),
  ['agreement/versions', ({ lang }) => agreementVersions(lang)],
  ['app/version', () => version],
  ['app/minVersion', () => minVersion],
  ['app/downloadUrl', ({ config }) => config.PUBLIC_URL],
  [
    'app/officialChannels',
    ({ lang, config }) => ({ note: texts[lang].channels, channels: everyChannel(config) }),
  ],
  ['app/incident', ({ incident, lang }) => incident && { text: incident[lang], since: incident.since }],
  ['card/maxCards', ({ numbers }) => numbers.maxCards],
  ['card/physicalShipDays', ({ numbers }) => numbers.shipDays],
  ['card/physicalApproveDays', ({ numbers }) => numbers.approveDays],
  ['card/shippingNote', ({ lang, numbers }) => filledWith(numbers, texts[lang].shipping)],
  ['card/cardHolderEditable', () => false],
  ['card/refundNote', ({ lang }) => texts[lang].refund],
  ['card/crossBorderNote', ({ lang }) => texts[lang].crossBorder],
  ['recharge/firstKeep', ({ numbers }) => numbers.firstKeep],
  ['recharge/min', ({ numbers }) => numbers.rechargeMin],
  ['recharge/max', ({ numbers }) => numbers.rechargeMax],
  ['recharge/quickAmounts', () => quickAmounts],
  ['transfer/outMin', ({ numbers }) => numbers.outMin],
  ['transfer/outFee', ({ numbers }) => numbers.outFee],
  ['transfer/holdHours', ({ numbers }) => numbers.holdHours],
  ['transfer/newAddressHours', ({ numbers }) => numbers.newAddressHours],
  ['transfer/confirmations', ({ numbers }) => numbers.confirmations],
  ['telegram/botName', ({ config }) => config.TELEGRAM_BOT_NAME],
  ['telegram/unbindLimit', ({ numbers }) => numbers.unbindLimit],
  ['invite/rules', ({ lang, numbers }) => rulesOf(lang, numbers)],
  ['invite/reward', ({ numbers }) => numbers.reward],
  ['invite/link', ({ config, lang }) => invitationTo(config, { lang })],
  ['invite/poster', ({ lang }) => texts[lang].poster],
  ['invite/enable', () => true],
  ['faq/list', ({ lang, numbers }) => questions(lang, numbers)],
  ['service/contacts', ({ config }) => channelsOf(config)],
  ['service/hours', ({ lang }) => texts[lang].hours],
  ['service/answerHours', ({ numbers }) => numbers.answerHours],
  [
    'service/complaint',
    ({ lang, numbers, config }) => ({
      email: config.COMPLAINTS_EMAIL,
      steps: texts[lang].complaint.map(step => filledWith(numbers, step)),
    }),
  ],
  ['tab/inviteEnable', ({ hasInviteTab }) => hasInviteTab],
  // By the last word of a zone: `Intl` on a phone names zones, not the cities in them.
  ['zone/cities', () => zoneCities],
])

/** Keys that depend on who asks; every public key can be read as a customer too. */
const customerValues = new Map<string, Value<Asked & { referCode: string }>>([
  ['invite/link', ({ config, lang, referCode }) => invitationTo(config, { lang, refer: referCode })],
])

/** A public text or setting, or null. */
export function publicValue({ group, key, ...asked }: Asked & { group: string; key: string }): unknown {
  return publicValues.get(`${group}/${key}`)?.(asked) ?? null
}

/** A text or setting as this customer sees it, or null. */
export function customerValue({
  group,
  key,
  ...asked
}: Asked & { group: string; key: string; referCode: string }): unknown {
  const own = customerValues.get(`${group}/${key}`)
  return own ? own(asked) : publicValue({ ...asked, group, key })
}

/** What an invitation brings at present, and what it does not. */
function rulesOf(lang: Lang, numbers: Numbers): string[] {
  const rules = numbers.reward === '0' ? texts[lang].inviteOff : texts[lang].invite
  return rules.map(rule => filledWith(numbers, rule))
}

/** Where we can be reached. */
function channelsOf({ TELEGRAM_BOT_NAME, PUBLIC_URL, SUPPORT_EMAIL }: Config) {
  return [
    { kind: 'web', value: PUBLIC_URL },
    { kind: 'email', value: SUPPORT_EMAIL },
    ...(TELEGRAM_BOT_NAME ? [{ kind: 'telegram', value: `@${TELEGRAM_BOT_NAME}` }] : []),
  ]
}

/** All that is ours: where we can be reached, what our letters come from, and where complaints go. */
function everyChannel(config: Config) {
  const others = [senderOf(config), config.COMPLAINTS_EMAIL].map(value => ({ kind: 'email', value }))
  return [...channelsOf(config), ...others]
}

/** Where an invitation leads; language and code are before the `#` too, where those that draw previews see them. */
export function invitationTo({ PUBLIC_URL }: Config, asked: { lang: Lang; refer?: string }): string {
  const code = asked.refer ? `?refer=${asked.refer}` : ''
  return new URL(`/?${new URLSearchParams(asked)}#/pages/sharePage/sharePage${code}`, PUBLIC_URL).href
}
