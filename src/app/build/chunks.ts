/** Parts of an area that few of its flows share, or only what those load later. */
const fewShare = [
  { name: 'bill-rows', test: /\/wallet\/parts\/bills\/bill-(row|words)\.tsx?$/ },
  { name: 'card-digits', test: /\/card\/parts\/plastic\/(card-pin|digit-boxes|new-card-pin)\.tsx?$/ },
  { name: 'card-limits', test: /\/card\/parts\/control\/limit(s|-edit)\.tsx?$/ },
  { name: 'card-decision', test: /\/card\/parts\/card-decision\.tsx$/ },
  { name: 'card-apply', test: /\/card\/parts\/apply\/(apply-(steps|words|cancel)|use-apply-call)\.tsx?$/ },
  {
    name: 'account-own',
    test: /\/account\/parts\/(security\/(hold-notice|device-name|method-text)|addresses\/(chosen|known-address|use-addresses))\.tsx?$/,
  },
]

/** What nearly every page does and shows, beside the parts of `ui`; and what it is bound by. */
const onMostPages = {
  app: [
    'loading/use-load',
    'loading/use-poll',
    'loading/renew',
    'loading/kept-here',
    'forms/draft',
    'chunks/later',
    'routing/own-route',
    'scan/kept-code',
    'routing/members-only',
    'passkeys/can-passkey',
    'rule',
    'display/calendar',
    'display/duration',
    'display/device-text',
    'loading/use-pages',
    'hand-over',
    'trouble/trouble',
    'trouble/trouble-notice',
    'decision/request-id',
    'display/rate-text',
    'display/fee-name',
    'display/decline-word',
    'loading/loaded',
    'routing/from-here',
    'display/in-line',
    'display/merchant-icon',
    'display/name-text',
    'display/own-words',
    'display/page-tools',
    'forms/search-field',
    'forms/word-search',
    'forms/use-rested',
    'display/months',
    'display/unopened',
    'display/use-picture',
    'touch/press',
  ],
  contract: ['money', 'why', 'decline', 'device', 'mask'],
}

/**
 * Few files instead of one per shared module: what the entry imports, what nearly every page shows, the formatter,
 * what confirms a payment, what forms need, what an area shares. The first page that is opened brings `ui`; the next
 * ones find it there.
 */
export const groups = [
  // `common/params` is called by `idle`: in `ui`, where shared calls go, a first visit would load all of `ui` for it.
  // `install` listens for an event that may come before anything else is loaded. What both Homes show is here, so that
  // neither of them imports from the other or from `ui`.
  {
    name: 'app',
    test: /\/src\/app\/(main|locales\/keyed|install\/install|start\/home-place|preferences\/switch-language|ui\/(money|card-face|button|dots))\.tsx?$|virtual:(strokes|words\/keys\/(todo|welcome))$|virtual:wire\/.*common%2Fparams/,
    priority: 4,
  },
  // What a customer's Home shares with other pages, and Home itself.
  {
    name: 'mine',
    test: /\/src\/app\/(overview|display\/(bill-state|coin-mark|card-network|rate-age)|state\/worth|loading\/use-return|scan\/scanner|ui\/(when|glaze-name))\.tsx?$|\/src\/contract\/exchange\.ts$/,
    priority: 3.6,
  },
  { name: 'home', test: /virtual:flow\/home$/, priority: 3.5 },
  {
    name: 'preferences',
    test: /\/src\/app\/preferences\/preferences\.ts$|virtual:wire\/.*updateUserInfo/,
    priority: 4,
  },
  { name: 'push', test: /\/src\/app\/push\/|virtual:wire\/.*message%2F(push|setting)/, priority: 4 },
  { name: 'update', test: /\/src\/app\/(update\/(update|typed|newer)|preferences\/zone)\.ts$/, priority: 4 },
  {
    name: 'form',
    test: /\/src\/app\/(forms\/(form|code-field|email-code|phone-digits)|ui\/pick-field)\.tsx?$|\/contract\/field\.ts$/,
    priority: 2,
  },
  {
    name: 'pay',
    test: /\/src\/app\/(ui\/(amount-entry|slide|keypad|countdown-ring)|decision\/(receipt|decision|pin-ask|unknown-page))\.tsx?$/,
    priority: 2,
  },
  { name: 'quote', test: /\/src\/app\/decision\/use-quote\.ts$/, priority: 2 },
  { name: 'controls', test: /\/src\/app\/ui\/(select|switch-row)\.tsx$/, priority: 2 },
  {
    name: 'format',
    test: /\/src\/app\/format\.ts|\/node_modules\/(@formatjs|intl-messageformat)\//,
    priority: 4,
  },
  {
    name: 'ui',
    test: new RegExp(
      `/src/app/(ui/(?!qr-code|amount-entry|slide|keypad|countdown-ring|select|pick-field|switch-row).*|${onMostPages.app.join('|')})\\.tsx?$|/src/contract/(${onMostPages.contract.join('|')})\\.ts$|telegram/(?:telegram|guards|outward)\\.ts|virtual:(wire|sprite|words/keys/forms)|preact/compat`,
    ),
    priority: 3,
    minShareCount: 2,
  },
  { name: keysOf, priority: 2 },
  // Lists to choose from are opened by few pages of their area.
  { name: 'options', test: /\/pages\/account\/parts\/options\.tsx$/, priority: 2 },
  { name: partsOf, minShareCount: 2, priority: 1.5 },
  ...fewShare.map(part => ({ ...part, priority: 1 })),
  // What the start in Telegram and the account's own page share: a file for each would be longer than what is in it.
  { name: 'events', test: /\/src\/app\/(leave|telegram\/events)\.ts$/, priority: 1 },
  { name: 'qr-show', test: /\/node_modules\/uqr\//, priority: 3 },
]

/**
 * Where every flow of an area has parts of it, the keys of its words travel with them; else they have a file of their own.
 */
const haveParts = /^(card|wallet|identity|messages|help)$/

function keysOf(id: string): string | null {
  const area = spokenIn(id)
  return area && area !== 'core' && !haveParts.test(area) ? `keys-${area}` : null
}

function spokenIn(id: string): string | undefined {
  return /^\0virtual:words\/keys\/(\w+)$/.exec(id)?.[1]
}

/** Parts that most flows of an area share travel together, its rules with them; the others stay with their flow. */
function partsOf(id: string): string | null {
  const [, pages, rules] = /\/src\/(?:app\/pages\/(\w+)\/parts\/|contract\/(\w+)-rules\.ts$)/.exec(id) ?? []
  const area = pages ?? rules ?? spokenIn(id)
  return area && area !== 'home' && !fewShare.some(({ test }) => test.test(id)) ? `${area}-parts` : null
}

/** Files are named after what they hold: the page, or the language and area of words. */
export function chunkName({
  facadeModuleId,
  name,
}: {
  facadeModuleId?: string | null
  name: string
}): string {
  if (facadeModuleId?.endsWith('/scan/zxing.ts')) return 'assets/scanner-[hash:7].js'
  const words = /^\0virtual:words\/([\w-]+)\/(\w+)$/.exec(facadeModuleId ?? '')
  const shown = words ? `${words[1]}-${words[2]}` : name.replace('_virtual_', '')
  return `assets/${shown}-[hash:7].js`
}
