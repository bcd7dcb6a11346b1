import agreementsEn from './texts/agreements-en.json' with { type: 'json' }
import agreementsZh from './texts/agreements-zh.json' with { type: 'json' }
import comingEn from './texts/coming-en.json' with { type: 'json' }
import comingZh from './texts/coming-zh.json' with { type: 'json' }
import type { Lang } from './texts.ts'

/** The agreements a customer can read. */
type AgreementKey = keyof typeof agreementsZh

interface Text {
  title: string
  sections: { heading: string; text: string }[]
}

/** One version of an agreement, with its words. */
export interface Edition {
  version: string
  /** The day from which it binds, UTC: at least seven days after customers are told (section 10 of the service agreement). */
  date: string
  /** What is other than in the one before. */
  changed: Record<Lang, string[]>
  text: Record<Lang, Text>
}

const kept = (key: AgreementKey) => ({ zh: agreementsZh[key], en: agreementsEn[key] })
const coming = (key: keyof typeof comingZh) => ({ zh: comingZh[key], en: comingEn[key] })

/** The same text but for the words of some sections, by their numbers, which begin with one, as those of their headings do. */
function withSections(
  text: Record<Lang, Text>,
  words: Readonly<Record<number, Record<Lang, string>>>,
): Record<Lang, Text> {
  const inLang = (lang: Lang) => ({
    ...text[lang],
    sections: text[lang].sections.map((section, index) => ({
      ...section,
      text: words[index + 1]?.[lang] ?? section.text,
    })),
  })
  return { zh: inLang('zh'), en: inLang('en') }
}

/** The versions of each, oldest first. A changed word is a new version: the one in force stays until the next one's day. */
export const editions: Record<AgreementKey, readonly [Edition, ...Edition[]]> = {
  service: [
    {
      version: '1.2',
      date: '2026-10-01',
      changed: {
        zh: [
          '第六条：可以对消费提出争议的期限，从 30 天延长到 60 天。',
          '第十条：变更公告改为至少提前 7 天。',
        ],
        en: [
          'Section 6: a purchase can be contested for 60 days instead of 30.',
          'Section 10: changes are announced at least 7 days ahead.',
        ],
      },
      text: kept('service'),
    },
    {
      version: '1.3',
      date: '2026-12-07',
      changed: {
        zh: ['第四条：写明更换邮箱和账户解冻后，提现也暂停 24 小时。'],
        en: [
          'Section 4: says that a change of the e-mail address and the end of a freeze pause withdrawals too.',
        ],
      },
      text: coming('service'),
    },
    {
      version: '1.4',
      date: '2026-12-14',
      changed: {
        zh: [
          '第六条：可以对消费提出争议的期限，从 60 天延长到 120 天。',
          '第六条：写明在账单详情中提出争议，不收取费用，由发卡方审理。',
        ],
        en: [
          'Section 6: a purchase can be disputed for 120 days instead of 60.',
          'Section 6: says that it is disputed from its bill, that this costs nothing, and that the issuer decides.',
        ],
      },
      text: withSections(coming('service'), {
        6: {
          zh: '商户退款按卡组织和发卡方的结算时间到账，通常为 3 至 15 个工作日。跨境费和汇率差额不予退还。\n如果您不认可某笔消费，请先联系商户。入账后 120 天内，您可以在这笔消费的账单详情中提出争议，附上说明和凭证，不收取费用。我们会提交给发卡方审理，并把结果通知您。',
          en: "A merchant's refund arrives when the network and the issuer have settled it, usually within 3 to 15 working days. Cross-border fees and exchange differences are not refunded.\nIf you do not recognise a purchase, ask the merchant first. Within 120 days after it was settled you can dispute it from its bill, with what you have; it costs nothing. We pass it on to the issuer, who decides, and tell you the decision.",
        },
      }),
    },
  ],
  privacy: [
    {
      version: '1.2',
      date: '2026-10-01',
      changed: {
        zh: ['写明证件照片会去除拍摄位置，每次查看都有记录。', '写明重新认证时旧照片立即删除。'],
        en: [
          'Says that photos of documents lose the place they were taken at, and that every look at them is recorded.',
          'Says that old photos are deleted at once when verification begins anew.',
        ],
      },
      text: kept('privacy'),
    },
    {
      version: '1.3',
      date: '2026-12-07',
      changed: {
        zh: [
          '写明注销账号时，身份资料和证件照片当天删除，不再另行保存；不含姓名的账目至少保存 5 年。',
          '写明证件识别不使用外部服务；绑定 Telegram 后，消息副本会经过 Telegram。',
        ],
        en: [
          'Says that identity records and photos go on the day an account is deleted and are not kept beyond it; books without a name stay for at least 5 years.',
          'Says that documents are read without outside services, and that copies of messages go through Telegram once it is bound.',
        ],
      },
      text: coming('privacy'),
    },
    {
      version: '1.4',
      date: '2026-12-28',
      changed: {
        zh: [
          '第一条：写明通知、通行密钥、验证器和反馈各保存什么。',
          '第四条：写明开启通知后，推送服务转送加密的通知。',
          '第七条：写明草稿、设置和设备标识也保存在您的设备上。',
        ],
        en: [
          'Section 1: says what is kept for notifications, passkeys, an authenticator and tickets.',
          'Section 4: says that push services pass on sealed notifications once you turn them on.',
          'Section 7: says that drafts, settings and a key of the device are on your device, too.',
        ],
      },
      text: withSections(coming('privacy'), {
        1: {
          zh: '账号信息：邮箱、语言、时区、昵称；登录记录：时间、设备名称、IP 地址。\n身份信息：姓名、国家或地区、住址、电话，以及证件照片和手持证件照片。\n交易信息：充值地址和链上交易、账单、卡片消费的商户和金额。如果您绑定了 Telegram，我们保存其用户编号和名称。\n如果您使用这些功能：设备通知的推送地址；通行密钥的公钥和名称，指纹和面容从不离开您的设备；验证器的密钥，加密保存；反馈中的文字、截图，以及您选择附上的设备信息。',
          en: 'Account: e-mail, language, time zone, nickname. Sign-ins: time, device name, IP address.\nIdentity: name, country, address, phone, photos of your document and of you holding it.\nMoney: deposit addresses and chain transactions, bills, merchants and amounts of card purchases. If you bind Telegram: its user number and name.\nIf you use them: the push address of a device with notifications; public key and name of a passkey (fingerprint and face never leave your device); the secret of an authenticator, encrypted; what you write and attach to a ticket, with what your device says of itself if you let it.',
        },
        4: {
          zh: '只在必要范围内与以下各方共享：发卡方和卡组织（开卡和交易），邮件服务方（发送验证码和通知），Telegram（您绑定后，消息的副本），您浏览器的推送服务（您在设备上开启通知后），以及依法有权要求的机关。推送服务转送的通知是加密的，只有您的设备能读。证件的识别在我们自己的服务器上进行。',
          en: "Only as far as needed: the issuer and the card networks (cards and purchases), the mail service (codes and notices), Telegram (copies of messages, once you bind it), your browser's push service (notifications, once you turn them on), and authorities with a lawful demand. What the push service passes on is encrypted for your device, which alone can read it. Documents are read on our own servers.",
        },
        7: {
          zh: '应用在您的设备上保存登录令牌、语言、计价货币和汇率，用于下次打开时更快；还有您的设置、没有提交的草稿，以及用来认出这台设备的标识。密码和资金密码不会保存。我们不使用第三方统计、广告或跟踪脚本。',
          en: 'The app keeps a sign-in token, language, pricing currency and rates on your device to open faster; also your settings, drafts that were not sent, and a key by which we know the device again. Passwords and PINs are not kept. There are no third-party analytics, advertising or tracking scripts.',
        },
      }),
    },
  ],
  card: [
    {
      version: '1.1',
      date: '2026-09-01',
      changed: {
        zh: ['写明完整卡号只显示 30 秒。'],
        en: ['Says that the full card number is shown for 30 seconds only.'],
      },
      text: kept('card'),
    },
    {
      version: '1.2',
      date: '2026-12-21',
      changed: {
        zh: ['“退款”：写明消费费和充值费也不退，入账前撤销的消费不收费用。'],
        en: [
          'Refunds: says that purchase and recharge fees are not refunded either, and that a purchase reversed before it is settled costs no fee.',
        ],
      },
      text: withSections(kept('card'), {
        6: {
          zh: '退款金额以商户和银行的结算为准。消费费、跨境费、充值费和汇率差额不退；入账前撤销的消费不收费用。卡片注销后到账的退款会进入您的钱包并通知您。',
          en: "The merchant's and the bank's settlement decides the amount. Purchase fees, cross-border fees, recharge fees and exchange differences are not refunded; a purchase reversed before it is settled costs no fee. A refund that arrives after closure goes to your wallet, and you are told.",
        },
      }),
    },
  ],
  fees: [
    {
      version: '1.1',
      date: '2026-09-01',
      changed: {
        zh: ['写明被拒绝的消费不收费。'],
        en: ['Says that a declined purchase costs nothing.'],
      },
      text: kept('fees'),
    },
    {
      version: '1.2',
      date: '2026-12-07',
      changed: {
        zh: ['写明年费何时、从哪里收取。'],
        en: ['Says when and from where the annual fee is taken.'],
      },
      text: coming('fees'),
    },
    {
      version: '1.3',
      date: '2026-12-21',
      changed: {
        zh: ['“充值与消费”：写明哪些费用不随退款退还。'],
        en: ['Recharge and purchases: says which fees a refund does not return.'],
      },
      text: withSections(coming('fees'), {
        3: {
          zh: '充值费按充值金额的百分比收取。消费费按消费金额的百分比收取，不足 1 美分的部分向上取整。商户退款时，消费费、跨境费和充值费不退；入账前撤销的消费不收费用。',
          en: 'A recharge costs a percentage of what is recharged. A purchase costs a percentage of its amount; parts of a cent are rounded up. When a merchant refunds, purchase, cross-border and recharge fees are not refunded; a purchase reversed before it is settled costs no fee.',
        },
      }),
    },
  ],
  risk: [{ version: '1.0', date: '2026-06-01', changed: { zh: [], en: [] }, text: kept('risk') }],
}

/** The agreements, in the order they are listed. */
export const agreementKeys = Object.keys(editions) as AgreementKey[]

/** The day by UTC. */
function today(): string {
  return new Date().toISOString().slice(0, 10)
}

/** The version of an agreement that is in force. */
export function versionOf(key: AgreementKey, on = today()): string {
  return inForce(key, on).version
}

/** What binds from a later day. */
export function comingEditions(on = today()): { key: AgreementKey; version: string; date: string }[] {
  return agreementKeys.flatMap(key =>
    editions[key].filter(({ date }) => date > on).map(({ version, date }) => ({ key, version, date })),
  )
}

/** An agreement as it is read on a day. */
interface Reading extends Text {
  key: AgreementKey
  version: string
  date: string
  changed: string[]
  /** As it is read from the day of the next version on. */
  coming: Reading | null
}

/**
 * An agreement with its version, its date and what changed, and the versions to come, each in the one before it;
 * paragraphs of a section stand on lines of their own.
 */
export function agreement(key: AgreementKey, lang: Lang, on = today()): Reading {
  const next = editions[key].find(({ date }) => date > on)
  return { key, ...readIn(inForce(key, on), lang), coming: next ? agreement(key, lang, next.date) : null }
}

/** Every agreement with its version, its date and what changed, without its text. */
export function agreementVersions(lang: Lang) {
  const on = today()
  return agreementKeys.map(key => {
    const { title, version, date, changed } = readIn(inForce(key, on), lang)
    return { key, title, version, date, changed }
  })
}

function inForce(key: AgreementKey, on: string): Edition {
  return editions[key].findLast(({ date }) => date <= on) ?? editions[key][0]
}

function readIn({ version, date, changed, text }: Edition, lang: Lang) {
  return { version, date, changed: changed[lang], ...text[lang] }
}
