import { readdirSync, readFileSync } from 'node:fs'
import { flows } from './src/app/build/flows.ts'

// Budgets are data (budgets/sizes.json); here they meet the files of the build. Brotli bytes, as they travel.

const budgets = JSON.parse(readFileSync(new URL('budgets/sizes.json', import.meta.url), 'utf8'))
const assets = 'dist/client/assets/'
const built = readdirSync(new URL(assets, import.meta.url)).filter(file => file.endsWith('.js'))

const html = 'dist/client/index.html'
const entry = fileOf('app')
const scanner = fileOf('scanner')
const known = filesIn(html)
const mapFile = `${assets}${known.map}.json`
const map = JSON.parse(readFileSync(new URL(mapFile, import.meta.url), 'utf8'))
const stranger = [html, ...entry, ...pathsOf([known.core, ...known.stranger])]
const customer = [html, ...entry, ...pathsOf([known.core, ...known.customer])]

function fileOf(name) {
  return built.filter(file => new RegExp(`^${name}-[\\w-]{4}\\.js$`).test(file)).map(file => assets + file)
}

function limit(name, path, budget) {
  return { name, path, limit: budget }
}

function flowLimit({ name, pages }) {
  const routes = pages.map(({ route }) => route)
  return limit(`routes ${routes.join(', ')}`, fileOf(name), chunkBudget(routes))
}

/** All that opening a flow's pages asks for in Chinese, entry, HTML and the map of files aside. */
function loadLimit({ pages: [{ route }] }) {
  const flow = map.flows.findIndex(line => line.split(' ').lastIndexOf(route) > 0)
  const files = [flow, ...map.needs[flow]].map(index => map.files[index])
  return limit(`all of ${route}`, pathsOf([...files, ...known.everywhere]), budgets.loads[route])
}

function pathsOf(names) {
  return names.map(name => `${assets}${name}.js`)
}

function inEnglish(path) {
  return path.replace('zh-CN', 'en-US')
}

function filesIn(page) {
  const [, quoted] = /glaze\.show\('(.*?)'\)<\/script>/s.exec(
    readFileSync(new URL(page, import.meta.url), 'utf8'),
  )
  return JSON.parse(quoted.replace(/\\(.)/g, '$1'))
}

function chunkBudget(routes) {
  const isOneOf = named => routes.some(route => named.includes(route))
  if (isOneOf(budgets.formRoutes)) return budgets.formChunk
  return isOneOf(budgets.moneyRoutes) ? budgets.moneyChunk : budgets.routeChunk
}

export default [
  limit('first response', [html], budgets.html),
  limit('entry', entry, budgets.entry),
  limit('Home of a stranger', stranger, budgets.home),
  limit('Home of a stranger, English', stranger.map(inEnglish), budgets.homeEnglish),
  limit('Home of a customer', customer, budgets.homeOfCustomer),
  limit('map of files', [mapFile], budgets.map),
  limit('service worker', ['dist/client/sw.js'], budgets.serviceWorker),
  ...flows().map(flowLimit),
  ...flows().map(loadLimit),
  limit('QR code shown', fileOf('qr-show'), budgets.qrShow),
  limit('QR scanner', scanner, budgets.scanner),
  limit(
    'whole app, both languages, without the QR scanner',
    [html, mapFile, ...built.map(file => assets + file).filter(file => !scanner.includes(file))],
    budgets.wholeApp,
  ),
]
