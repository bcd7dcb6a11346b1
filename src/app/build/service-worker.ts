import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { minify } from 'vite'

const source = new URL('../service-worker.js', import.meta.url)

/** Too large to be fetched before anybody scans. */
const onDemand = /^scanner-/

/** The service worker with the names of this build's files. Its version is what it holds. */
export async function serviceWorker(html: string, assets: string[]): Promise<string> {
  const names = assets
    .filter(file => file.endsWith('.js') && !onDemand.test(file))
    .map(file => file.slice(0, -'.js'.length))
    .join(' ')
  const version = createHash('sha256').update(html).update(names).digest('hex').slice(0, 12)
  const code = readFileSync(source, 'utf8')
    .replace('__VERSION__', JSON.stringify(version))
    .replace('__FILES__', JSON.stringify(names))
    .replace('__MAP__', JSON.stringify(`/assets/${assets.find(file => file.endsWith('.json'))}`))
  const { code: small } = await minify('sw.js', code)
  return small
}
