import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const app = new URL('../', import.meta.url).pathname

/**
 * Pages that people open one after the other travel in one file: fewer requests, and together they compress to two
 * thirds. Each stays within the budget of a route; a page that is not named here has a file of its own.
 */
const together: Record<string, string[]> = {
  enter: ['login', 'register', 'forget'],
  security: ['safeCenter', 'updatePassword', 'updatePinCode', 'loginLog'],
  addresses: ['addressList', 'choose-location', 'open-location'],
  verify: ['kyc', 'idAuthNew', 'selectCountry'],
  documents: ['idUpload', 'passportUpload'],
  deposit: ['selectCoin', 'transferIn', 'rechargeCard'],
  cards: ['card', 'cardList'],
  details: ['cardDetail', 'bill2'],
  open: ['cardTypeList', 'openCard', 'openCardKyc', 'payOpenCard'],
  activate: ['activateCard', 'activateCardStep2'],
  move: ['rechargeCard2', 'convertWallet', 'convertCard'],
  inbox: ['messageList', 'messages', 'messages2', 'message'],
  friends: ['invite', 'sharePage', 'sharePage2'],
  help: ['about', 'service', 'questionAndAnswer', 'info', 'redirect'],
}

interface Flow {
  name: string
  /** Whose words it speaks. */
  area: string
  /** It lies over a page and has no address. */
  isSheet?: boolean
  /** Routes, and the files that hold their pages. */
  pages: { route: string; file: string }[]
}

/** What is loaded like a page but lies over one: it has no route. */
const sheets: Flow[] = [
  { name: 'scan', area: 'scan', isSheet: true, pages: [{ route: 'scan', file: join(app, 'scan/scan.tsx') }] },
  sheetOfCard('cardControl', 'control/card-control.tsx'),
  sheetOfCard('cardEnd', 'end/card-end.tsx'),
  sheetOfCard('cardRepay', 'debt/card-repay.tsx'),
]

/** A customer's Home comes with the entry, and needs nothing of what all others share. */
export const home: Flow = {
  name: 'home',
  area: 'core',
  pages: [{ route: 'index', file: join(app, 'pages/home/index.tsx') }],
}

/** Every part of the design system in every state, at `#/dev/gallery`: nothing that is shipped. */
const gallery: Flow = {
  name: 'gallery',
  area: 'forms',
  pages: [{ route: 'dev', file: join(app, 'pages/dev/gallery.tsx') }],
}

/** Every file of pages there will be. The gallery is one only where it is asked for. */
export function flows(hasGallery = process.env.GLAZE_GALLERY === '1'): Flow[] {
  const pages = readdirSync(join(app, 'pages'))
    .filter(area => area !== 'home' && area !== 'dev')
    .flatMap(area => pagesOf(area))
  const named = Object.entries(together).flatMap(([name, routes]) => {
    const members = routes.flatMap(route => pages.find(page => page.route === route) ?? [])
    const [first] = members
    return first ? [{ name, area: first.area, pages: members }] : []
  })
  const known = new Set(Object.values(together).flat())
  const alone = pages
    .filter(({ route }) => !known.has(route))
    .map(page => ({ name: page.route, area: page.area, pages: [page] }))
  return [...named, ...alone, ...sheets, ...(hasGallery ? [gallery] : [])]
}

function sheetOfCard(name: string, file: string): Flow {
  return {
    name,
    area: 'card',
    isSheet: true,
    pages: [{ route: name, file: join(app, 'pages/card/parts', file) }],
  }
}

function pagesOf(area: string) {
  const folder = join(app, 'pages', area)
  return readdirSync(folder)
    .filter(file => file.endsWith('.tsx') && !file.includes('.test.') && existsSync(join(folder, file)))
    .map(file => ({ area, route: file.replace('.tsx', ''), file: join(folder, file) }))
}
