import type { Config } from '../config.ts'
import { type AgreementKey, agreement, agreementVersions, faq, type Lang, texts } from './texts.ts'
import { minVersion, version } from './versions.ts'

interface Asked {
  lang: Lang
  config: Config
  /** What a withdrawal costs and waits for. */
  transfer: { min: string; fee: string; holdHours: number }
}
type Value<Told = Asked> = (asked: Told) => unknown

const agreementKeys: readonly AgreementKey[] = ['service', 'privacy', 'card', 'fees', 'risk']

/** Every key that anybody may read (decision D5). A map: a guessed name finds nothing that we did not put there. */
const publicValues = new Map<string, Value>([
  ...agreementKeys.map((key): [string, Value] => [`agreement/${key}`, ({ lang }) => agreement(key, lang)]),
  ['agreement/versions', ({ lang }) => agreementVersions(lang)],
  ['app/version', () => version],
  ['app/minVersion', () => minVersion],
  ['app/downloadUrl', ({ config }) => config.PUBLIC_URL],
  [
    'app/officialChannels',
    ({ lang, config }) => ({ note: texts[lang].channels, channels: channelsOf(config) }),
  ],
  ['app/incident', () => null],
  ['card/maxCards', () => 5],
  ['card/physicalShipDays', () => 14],
  ['card/physicalApproveDays', () => 14],
  ['card/shippingNote', ({ lang }) => texts[lang].shipping],
  ['card/cardHolderEditable', () => false],
  ['card/refundNote', ({ lang }) => texts[lang].refund],
  ['card/crossBorderNote', ({ lang }) => texts[lang].crossBorder],
  ['recharge/firstKeep', () => '10'],
  ['recharge/min', () => '10'],
  ['recharge/max', () => '10000'],
  ['recharge/quickAmounts', () => ['50', '100', '200', '500']],
  ['transfer/outMin', ({ transfer }) => transfer.min],
  ['transfer/outFee', ({ transfer }) => transfer.fee],
  ['transfer/holdHours', ({ transfer }) => transfer.holdHours],
  ['transfer/newAddressHours', ({ config }) => config.WITHDRAWAL_WAIT_SECONDS / 3600],
  ['transfer/confirmations', ({ config }) => config.CHAIN_CONFIRMATIONS],
  ['telegram/botName', ({ config }) => config.TELEGRAM_BOT_NAME],
  ['telegram/unbindLimit', () => 2],
  ['invite/rules', ({ lang }) => texts[lang].invite],
  ['invite/link', ({ config }) => invitationTo(config)],
  ['invite/poster', ({ lang }) => texts[lang].poster],
  ['invite/enable', () => true],
  ['faq/list', ({ lang }) => faq[lang]],
  ['service/contacts', ({ config }) => channelsOf(config)],
  ['service/hours', ({ lang }) => texts[lang].hours],
  ['service/complaint', ({ lang }) => ({ email: 'complaints@glaze.example', steps: texts[lang].complaint })],
  ['tab/inviteEnable', () => true],
])

/** Keys that depend on who asks; every public key can be read as a customer too. */
const customerValues = new Map<string, Value<Asked & { referCode: string }>>([
  ['invite/link', ({ config, referCode }) => `${invitationTo(config)}?refer=${referCode}`],
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

function channelsOf({ TELEGRAM_BOT_NAME, PUBLIC_URL }: Config) {
  return [
    { kind: 'web', value: PUBLIC_URL },
    { kind: 'email', value: 'support@glaze.example' },
    ...(TELEGRAM_BOT_NAME ? [{ kind: 'telegram', value: `@${TELEGRAM_BOT_NAME}` }] : []),
  ]
}

function invitationTo({ PUBLIC_URL }: Config): string {
  return `${PUBLIC_URL.replace(/\/$/, '')}/#/pages/sharePage/sharePage`
}
