import { readdirSync, readFileSync } from 'node:fs'

// Budgets are data (budgets/sizes.json); here they meet the files of the build. Brotli bytes, as they travel.

const budgets = JSON.parse(readFileSync(new URL('budgets/sizes.json', import.meta.url), 'utf8'))
const assets = 'dist/client/assets/'
const built = readdirSync(new URL(assets, import.meta.url)).filter(file => file.endsWith('.js'))
const pages = readdirSync(new URL('src/app/pages', import.meta.url)).flatMap(area =>
  readdirSync(new URL(`src/app/pages/${area}`, import.meta.url))
    .filter(file => file.endsWith('.tsx') && !file.includes('.test.') && area !== 'home')
    .map(file => file.replace('.tsx', '')),
)

const html = 'dist/client/index.html'
const entry = fileOf('app')
const english = fileOf('en-US-core')

function fileOf(name) {
  return built.filter(file => new RegExp(`^${name}-[\\w-]{7}\\.js$`).test(file)).map(file => assets + file)
}

function limit(name, path, budget) {
  return { name, path, limit: budget }
}

export default [
  limit('first response', [html], budgets.html),
  limit('entry', entry, budgets.entry),
  limit('Home complete', [html, ...entry], budgets.home),
  limit('Home complete, English', [html, ...entry, ...english], budgets.homeEnglish),
  limit('service worker', ['dist/client/sw.js'], budgets.serviceWorker),
  ...pages.map(name => {
    const isForm = budgets.formRoutes.includes(name)
    return limit(`route ${name}`, fileOf(name), isForm ? budgets.formChunk : budgets.routeChunk)
  }),
  ...[
    ['QR code shown', 'qr-show', budgets.qrShow],
    ['QR scanner', 'scanner', budgets.scanner],
  ].flatMap(([name, chunk, budget]) => (fileOf(chunk).length ? [limit(name, fileOf(chunk), budget)] : [])),
  limit('whole app, both languages', [html, `${assets}*.js`], budgets.wholeApp),
]
