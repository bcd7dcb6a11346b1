import { readdirSync, readFileSync } from 'node:fs'
import { flows } from './src/app/build/flows.ts'

// Budgets are data (budgets/sizes.json); here they meet the files of the build. Brotli bytes, as they travel.

const budgets = JSON.parse(readFileSync(new URL('budgets/sizes.json', import.meta.url), 'utf8'))
const assets = 'dist/client/assets/'
const built = readdirSync(new URL(assets, import.meta.url)).filter(file => file.endsWith('.js'))

const html = 'dist/client/index.html'
const entry = fileOf('app')
const scanner = fileOf('scanner')
const map = mapIn(html)
const stranger = [html, ...entry, ...pathsOf([map.core, ...map.stranger])]
const customer = [html, ...entry, ...pathsOf([map.core, ...map.customer])]

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

/** All that opening a flow's pages asks for in Chinese, entry and HTML aside, by the map in index.html. */
function loadLimit({ pages: [{ route }] }) {
  const flow = map.flows.findIndex(line => line.split(' ').lastIndexOf(route) > 0)
  const files = [flow, ...map.needs[flow], ...map.everywhere].map(index => map.files[index])
  return limit(`all of ${route}`, pathsOf(files), budgets.loads[route])
}

function pathsOf(names) {
  return names.map(name => `${assets}${name}.js`)
}

function inEnglish(path) {
  return path.replace('zh-CN', 'en-US')
}

function mapIn(page) {
  const [, quoted] = /glaze\.show\('(.*?)'\)<\/script>/s.exec(
    readFileSync(new URL(page, import.meta.url), 'utf8'),
  )
  const { files, ...rest } = JSON.parse(quoted.replace(/\\(.)/g, '$1'))
  return { ...rest, files: files.split(' ') }
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
  limit('service worker', ['dist/client/sw.js'], budgets.serviceWorker),
  ...flows().map(flowLimit),
  ...flows().map(loadLimit),
  limit('QR code shown', fileOf('qr-show'), budgets.qrShow),
  limit('QR scanner', scanner, budgets.scanner),
  limit(
    'whole app, both languages, without the QR scanner',
    [html, ...built.map(file => assets + file).filter(file => !scanner.includes(file))],
    budgets.wholeApp,
  ),
]
